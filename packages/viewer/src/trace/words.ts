import type { EdgeKind, Site } from '@fencepost/core';
import type { Story, StoryStep } from '@fencepost/report';
import { overtaking } from '@fencepost/report';

/** Description of a step, and remarks on it. */
export interface StepWords {
  readonly text: string;
  readonly note: string;
}

const NOWHERE = { name: '', isMutex: false };

export function fileName(file: string): string {
  return file.split(/[\\/]/).at(-1)!;
}

/** `dekker.c:12`. */
export function siteText({ file, line }: Site): string {
  return `${fileName(file)}:${line}`;
}

/** Descriptions of the steps of one story. */
export class Words {
  private readonly story: Story;
  private readonly severalFiles: boolean;

  constructor(story: Story) {
    this.story = story;
    const sites = [
      ...story.steps.map(({ site }) => site),
      ...story.threads.flatMap(({ failureSite, waitsAt }) => [failureSite, waitsAt]),
    ];
    this.severalFiles = new Set(sites.flatMap((site) => (site === undefined ? [] : [site.file]))).size > 1;
  }

  /** `12`, or `queue.c:12` if there are several files, or a label where there are no lines. */
  where(site: Site | undefined, label: string): string {
    if (site === undefined) return label;
    return this.severalFiles ? siteText(site) : String(site.line);
  }

  /** `line 12`, as part of a sentence. */
  place(site: Site | undefined, label: string): string {
    return site === undefined || this.severalFiles ? this.where(site, label) : `line ${site.line}`;
  }

  step(step: StoryStep): StepWords {
    const { kind, read = '', wrote, other = '' } = step;
    const { name } = this.placeOf(step);
    switch (kind) {
      case 'load':
        return { text: `${name} → ${read}`, note: this.readNote(step) };
      case 'store':
        return { text: `${name} = ${wrote ?? ''}`, note: this.storeNote(step) };
      case 'commit':
        return { text: `${name} = ${wrote ?? ''}`, note: 'reaches memory' };
      case 'rmw':
        return this.readModifyWrite(step);
      case 'print':
        return { text: `prints ${JSON.stringify(step.text)}`, note: '' };
      case 'spawn':
        return { text: `starts ${other}`, note: '' };
      case 'join':
        return { text: `joins ${other}`, note: '' };
      case 'free':
        return { text: `frees ${other}`, note: '' };
      default:
        return { text: kind, note: '' };
    }
  }

  private storeNote({ pending, missed }: StoryStep): string {
    if (missed.length > 0) return `comes before ${missed.map((store) => this.placeOfStep(store)).join(', ')}`;
    return pending ? 'in buffer' : '';
  }

  private readNote(step: StoryStep): string {
    if (step.pending) return 'from its own buffer';
    if (overtaking(this.story.steps, step) > 0) {
      const writes = step.missed.map((store) => `${this.placeOfStep(store)} wrote ${this.story.steps[store]!.wrote!}`);
      return `old: ${writes.join(', ')}`;
    }
    return step.missed.map((store) => `${this.placeOfStep(store)} has not reached memory`).join(', ');
  }

  private readModifyWrite(step: StoryStep): StepWords {
    const { action, read = '', wrote } = step;
    const { name, isMutex } = this.placeOf(step);
    if (action !== undefined)
      return { text: `${name}: ${action}`, note: wrote === undefined || wrote === read ? 'no effect' : '' };
    if (isMutex && wrote === undefined) return { text: `${name} is taken`, note: '' };
    if (isMutex) return { text: `${wrote === '0' ? 'unlocks' : 'locks'} ${name}`, note: '' };
    const late = this.readNote(step);
    if (wrote === undefined) {
      return { text: `${name} → ${read}`, note: late === '' ? 'left as it is' : `left as it is; ${late}` };
    }
    return { text: `${name}: ${read} becomes ${wrote}`, note: late };
  }

  /** Adds a prefix where needed: a message such as `x is there` alone would be read as a fact. */
  failure(message: string): string {
    return /^(?:assertion|check) failed/.test(message) ? message : `fails: ${message}`;
  }

  private placeOfStep(step: number): string {
    const { site, label } = this.story.steps[step]!;
    return this.place(site, label);
  }

  private placeOf({ place }: StoryStep): { readonly name: string; readonly isMutex: boolean } {
    return place === undefined ? NOWHERE : this.story.places[place]!;
  }
}

/** The label of an arrow, read from where it starts. */
export const EDGE_LABELS: Readonly<Record<EdgeKind, string>> = {
  'program order': 'program order',
  'reads-from': 'was read by',
  coherence: 'was overwritten by',
  'from-read': 'read before it was set',
  spawn: 'started',
  join: 'was waited for by',
};
