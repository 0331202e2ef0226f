import type { Site } from '@fencepost/core';
import { isSameFile, shortNames } from '../values/paths.js';
import type { Story, StoryStep } from '../values/story.js';
import { unbroken } from './style.js';

/** Where compilers keep headers: paths that say nothing about the program. */
const SYSTEM = /^\/(?:usr|opt|nix|Library|Applications)\//;
const SYSTEM_IN_TEXT = /(^|[\s('"])\/(?:usr|opt|nix|Library|Applications)\/(?:[^\s:'"()]*\/)?([^/\s:]+\/[^/\s:]+)/g;

/** Is it a header of the system, so that its lines mean nothing to the reader? */
export function isSystemFile(file: string): boolean {
  return SYSTEM.test(file);
}

/** As it was given; of a header of the system only folder and name. */
export function shortPath(file: string): string {
  return isSystemFile(file) ? `…/${file.split('/').slice(-2).join('/')}` : file;
}

/** A message of a front end, with the paths in it made short. */
export function shortPaths(message: string): string {
  return message.replaceAll(SYSTEM_IN_TEXT, '$1…/$2');
}

export function siteText({ file, line, column }: Site): string {
  const place = `${shortPath(file)}:${line}`;
  return column === undefined ? place : `${place}:${column}`;
}

/** Beyond this column a line is so long that its number says little about where something is. */
const LONG_LINE = 200;

function lineKey({ file, line }: Site): string {
  return `${file}:${line}`;
}

/** What the steps of a story are called in what is told about it. */
export class StoryNames {
  /** The file whose lines need no file. */
  private readonly file: string | undefined;
  /** What files are called where their lines need it. */
  private readonly fileNames: ReadonlyMap<string, string>;
  private readonly story: Story;
  private readonly manyThreads: boolean;
  /** Lines, with their files, of which the column is told, too. */
  private readonly longLines: ReadonlySet<string>;

  /** `source`: the file that was checked, if that is known; lines of another need their file even if it is the only one. */
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

  step(index: number): StoryStep {
    return this.story.steps[index]!;
  }

  thread(index: number): string {
    return unbroken(this.story.threads[this.step(index).thread]!.name);
  }

  /** The name of the place in memory. */
  memory({ place }: StoryStep): string {
    return place === undefined ? '' : this.story.places[place]!.name;
  }

  isMutex({ place }: StoryStep): boolean {
    return place !== undefined && this.story.places[place]!.isMutex;
  }

  /** `12`; in a line that goes on and on, as programs make them that leave out line breaks, `12:3456`. */
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

  /** The same, with the thread unless the label names it. */
  spotAndThread(index: number): string {
    return this.step(index).site === undefined ? this.spot(index) : `${this.spot(index)} (${this.thread(index)})`;
  }

  /** The same, where with two threads it can only be the other one. */
  spotOfOther(index: number): string {
    const isKnown = !this.manyThreads || this.step(index).site === undefined;
    return isKnown ? this.spot(index) : `${this.spot(index)} of ${this.thread(index)}`;
  }

  isInSystemFile(index: number): boolean {
    const { site } = this.step(index);
    return site !== undefined && isSystemFile(site.file);
  }
}
