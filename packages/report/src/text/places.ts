import type { Site } from '@fencepost/core';
import { hasHistory } from '@fencepost/core';
import { isSameFile, shortNames } from '../values/paths.js';
import type { Story, StoryStep } from '../values/story.js';
import { unbroken } from './style.js';

/** Directories of system headers. Their paths carry no information about the program. */
const SYSTEM = /^\/(?:usr|opt|nix|Library|Applications)\//;
const SYSTEM_IN_TEXT = /(^|[\s('"])\/(?:usr|opt|nix|Library|Applications)\/(?:[^\s:'"()]*\/)?([^/\s:]+\/[^/\s:]+)/g;

/** Whether the file is a system header, whose lines mean nothing to the reader. */
export function isSystemFile(file: string): boolean {
  return SYSTEM.test(file);
}

/** Returns the path as given; for a system header only folder and name. */
export function shortPath(file: string): string {
  return isSystemFile(file) ? `…/${file.split('/').slice(-2).join('/')}` : file;
}

/** Returns a message of a front end with shortened paths. */
export function shortPaths(message: string): string {
  return message.replaceAll(SYSTEM_IN_TEXT, '$1…/$2');
}

export function siteText({ file, line, column }: Site): string {
  const place = `${shortPath(file)}:${line}`;
  return column === undefined ? place : `${place}:${column}`;
}

/** The place in a sentence about the checked file: `line 12`, or with the file if it is another one. */
export function placeText(site: Site, source: string): string {
  return isSameFile(site.file, source) ? unbroken(`line ${site.line}`) : siteText(site);
}

/** Replaces the places in a message that are in the checked file, `src/queue.c:12:3`, by `line 12`. */
export function ownLines(message: string, source: string): string {
  return message.replaceAll(
    // It begins at the beginning of a word: otherwise, long words would take quadratic time.
    /(?<![^\s:'"()])((?:[A-Za-z]:(?=[\\/]))?[^\s:'"()]+):(\d+)(?::\d+)?/g,
    (place, file: string, line: string) => (source !== '' && isSameFile(file, source) ? `line ${line}` : place),
  );
}

/** Beyond this column, the line number alone does not locate an operation. */
const LONG_LINE = 200;

function lineKey({ file, line }: Site): string {
  return `${file}:${line}`;
}

/** Names for the steps of a story. */
export class StoryNames {
  /** The file whose lines are shown without a file name. */
  private readonly file: string | undefined;
  /** Short file names, for lines that are shown with one. */
  private readonly fileNames: ReadonlyMap<string, string>;
  private readonly story: Story;
  private readonly manyThreads: boolean;
  /** Lines, identified with their files, that are shown with a column. */
  private readonly longLines: ReadonlySet<string>;

  /** `source`: the checked file, if known. Lines of another file need its name even if there is only one. */
  constructor(story: Story, source = '') {
    this.story = story;
    const all = [
      ...story.steps.map(({ site }) => site),
      ...story.threads.flatMap(({ failureSite, waitsAt }) => [failureSite, waitsAt]),
    ];
    const sites = all.filter((site) => site !== undefined);
    this.longLines = new Set(sites.filter(({ column = 1 }) => column > LONG_LINE).map(lineKey));
    const files = [...new Set(sites.map(({ file }) => file))];
    const [only, ...more] = files.filter((file) => !isSystemFile(file));
    const isKnown = only !== undefined && more.length === 0 && (source === '' || isSameFile(only, source));
    this.file = isKnown ? only : undefined;
    this.fileNames = shortNames(files);
    const working = story.steps.filter(({ kind }) => kind !== 'spawn' && kind !== 'join');
    this.manyThreads = new Set(working.map(({ thread }) => thread)).size > 2;
  }

  /** Whether the steps are instructions of x86. */
  get isAssembly(): boolean {
    return this.story.assembly === true;
  }

  /** Whether reads can return old values without store buffers. */
  get hasHistory(): boolean {
    return hasHistory(this.story.model);
  }

  step(index: number): StoryStep {
    return this.story.steps[index]!;
  }

  thread(index: number): string {
    return unbroken(this.story.threads[this.step(index).thread]!.name);
  }

  /** The name of the memory location. */
  memory({ place }: StoryStep): string {
    return place === undefined ? '' : this.story.places[place]!.name;
  }

  isMutex({ place }: StoryStep): boolean {
    return place !== undefined && this.story.places[place]!.isMutex;
  }

  /** `12`; in a very long line, as in minified code, `12:3456`. */
  private lineOf(site: Site): string {
    const { line, column } = site;
    return column === undefined || !this.longLines.has(lineKey(site)) ? String(line) : `${line}:${column}`;
  }

  /** Short, for a column: `12`, `queue.h:12`, or `left#2` where there is no site. */
  mark({ site, label }: Pick<StoryStep, 'site' | 'label'>): string {
    if (site === undefined) return label;
    const line = this.lineOf(site);
    return site.file === this.file ? line : `${this.fileNames.get(site.file)!}:${line}`;
  }

  /** In a sentence: `line 12`, `queue.h:12`, `left#2`. */
  spot(index: number): string {
    const step = this.step(index);
    return step.site !== undefined && step.site.file === this.file
      ? unbroken(`line ${this.lineOf(step.site)}`)
      : this.mark(step);
  }

  /** The same, with the thread unless the label has it. */
  spotAndThread(index: number): string {
    return this.step(index).site === undefined ? this.spot(index) : `${this.spot(index)} (${this.thread(index)})`;
  }

  /** The same, but with two threads the thread is left out, because only the other one is possible. */
  spotOfOther(index: number): string {
    const isKnown = !this.manyThreads || this.step(index).site === undefined;
    return isKnown ? this.spot(index) : `${this.spot(index)} of ${this.thread(index)}`;
  }

  isInSystemFile(index: number): boolean {
    const { site } = this.step(index);
    return site !== undefined && isSystemFile(site.file);
  }
}
