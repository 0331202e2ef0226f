import type { Site } from '@fencepost/core';
import type { RecordedOperation } from './recording.js';

/** Threads, places and sites of a recording as numbers. */
export class Numbers {
  readonly threadNames: readonly string[];
  readonly roots: number;
  readonly sites: Site[] = [];
  private readonly threads: ReadonlyMap<string, number>;
  private readonly siteNumbers = new Map<string, number>();
  private readonly siteOfOperation: readonly number[];
  private readonly places: { readonly text: string; readonly isReused: boolean }[] = [];
  private readonly placeNumbers = new Map<string, number>();

  constructor(operations: readonly RecordedOperation[]) {
    const children = new Set(operations.filter(({ op }) => op === 'spawn').map(({ child }) => child!));
    const named = operations.flatMap(({ thread, child }) => (child === undefined ? [thread] : [thread, child]));
    const roots = [...new Set(named)].filter((thread) => !children.has(thread));
    this.roots = roots.length;
    this.threadNames = [...roots, ...children];
    this.threads = new Map(this.threadNames.map((thread, i) => [thread, i]));
    this.siteOfOperation = operations.map(({ site }, i) => this.number(site ?? { file: 'operation', line: i + 1 }));
  }

  thread(name: string): number {
    return this.threads.get(name)!;
  }

  site(operation: number): number {
    return this.siteOfOperation[operation]!;
  }

  /** Returns the number of a place. After it was freed, a name denotes another place: the `use`-th one. */
  place(text: string, use: number): number {
    const key = `${use} ${text}`;
    const known = this.placeNumbers.get(key);
    if (known !== undefined) return known;
    const place = this.places.push({ text, isReused: use > 0 }) - 1;
    this.placeNumbers.set(key, place);
    return place;
  }

  placeAt(place: number): { readonly text: string; readonly isReused: boolean } {
    return this.places[place]!;
  }

  private number(site: Site): number {
    const key = `${site.file}:${site.line}:${site.column ?? ''}`;
    const known = this.siteNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.sites.push(site) - 1;
    this.siteNumbers.set(key, number);
    return number;
  }
}
