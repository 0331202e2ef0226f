import type { Failure } from '@fencepost/core';
import type { Story, StoryStep, Why } from '@fencepost/report';
import { StoryNames } from '@fencepost/report';

/** An execution that fails, and how. */
export interface FailedStory extends Story {
  readonly failed: Pick<Failure, 'kind' | 'message' | 'site'>;
}

/**
 * Recognises one pattern of a bug in an SC execution. Returns undefined unless the steps show the pattern: no reason is
 * better than a wrong one.
 */
export type Recogniser = (story: FailedStory) => Why | undefined;

/** Words for the steps of a story. */
export class Telling {
  private readonly story: Story;
  private readonly names: StoryNames;

  constructor(story: FailedStory) {
    this.story = story;
    // Lines of another file than that of the failure need its name.
    this.names = new StoryNames(story, story.failed.site?.file);
  }

  thread(step: number): string {
    return this.plain(this.names.thread(step));
  }

  place(step: number): string {
    return this.names.memory(this.names.step(step));
  }

  /** `(line 12)`. */
  at(step: number): string {
    return `(${this.plain(this.names.spot(step))})`;
  }

  /** Where a thread waits: ` (line 12)`. */
  waitsAt(thread: number): string {
    const { waitsAt: site } = this.story.threads[thread]!;
    if (site === undefined) return '';
    const mark = this.names.mark({ site, label: '' });
    return /^\d/.test(mark) ? ` (line ${mark})` : ` (${mark})`;
  }

  /** `read x = 0 (line 12)`. */
  read(step: number): string {
    return `read ${this.place(step)} = ${this.story.steps[step]!.read ?? ''} ${this.at(step)}`;
  }

  /** `wrote 1 (line 12)`. */
  wrote(step: number): string {
    return `wrote ${this.story.steps[step]!.wrote ?? ''} ${this.at(step)}`;
  }

  private plain(text: string): string {
    return text.replaceAll('\u00A0', ' ');
  }
}

/** Whether the step reads a variable of the program, not a mutex or another synchronisation object. */
export function isRead({ places }: Story, { place, read, action }: StoryStep): boolean {
  return place !== undefined && read !== undefined && action === undefined && !places[place]!.isMutex;
}

/** Whether the step writes such a variable, and is not still in a buffer. */
export function isWrite({ places }: Story, { kind, place, wrote, action, pending }: StoryStep): boolean {
  if (kind === 'commit' || pending) return false;
  return place !== undefined && wrote !== undefined && action === undefined && !places[place]!.isMutex;
}

/** Whether both steps are at the same line. */
export function isSameLine(a: StoryStep, b: StoryStep): boolean {
  return a.site !== undefined && a.site.file === b.site?.file && a.site.line === b.site.line;
}

/** Number of the thread that fails; -1 if the failure was found at the end. */
export function failingThread({ threads, failed }: FailedStory): number {
  return threads.findIndex(({ failure }) => failure !== undefined && failure === failed.message);
}
