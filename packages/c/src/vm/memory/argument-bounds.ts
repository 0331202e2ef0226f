import type { Site } from '@fencepost/core';
import type { ContentWords } from '../instance/content-words.js';
import { InvalidAccess } from '@fencepost/core';

interface Room {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Argument bounds announced for a call that has not been made yet. */
export type SavedArgumentBounds = readonly Room[];

const NONE: SavedArgumentBounds = [];

/**
 * The part of the private stack that a library function may access: the private variables passed to it. Compiled code
 * announces them before the call; its own accesses are checked inline (ir/private-bounds.ts).
 */
export class ArgumentBounds {
  private given: Room[] = [];
  /** Whether the function that the variables were passed to has been called. */
  private called = false;
  private inLibrary = false;

  announce(start: number, size: number, name: string): void {
    if (this.called) this.given = [];
    this.called = false;
    this.given.push({ start, end: start + size, name });
  }

  /** Called when a library function starts. */
  enter(): void {
    if (this.called) this.given = [];
    this.called = this.inLibrary = true;
  }

  /** Called when compiled code resumes. */
  leave(): void {
    this.inLibrary = false;
  }

  /** Called only in compiled code. */
  describe(words: ContentWords): void {
    const { current } = this;
    words.add(current.length);
    for (const { start, end, name } of current) {
      words.add(start);
      words.add(end);
      words.text(name);
    }
  }

  get isEmpty(): boolean {
    return this.current.length === 0;
  }

  save(): SavedArgumentBounds {
    return this.current.length === 0 ? NONE : this.current.slice();
  }

  /** Bounds of a call that has already been made are not needed again. */
  private get current(): readonly Room[] {
    return this.called ? NONE : this.given;
  }

  restore(saved: SavedArgumentBounds): void {
    if (saved.length + this.given.length > 0) this.given = saved.slice();
    this.called = this.inLibrary = false;
  }

  check(address: number, size: number, site: Site | undefined): void {
    if (!this.inLibrary || this.given.some(({ start, end }) => address >= start && address + size <= end)) return;
    const nearest = this.given.findLast(({ start }) => start <= address) ?? this.given[0];
    const what = nearest === undefined ? 'every variable' : `the variable ${nearest.name}`;
    throw new InvalidAccess(`access beyond the end of ${what}`, site);
  }
}
