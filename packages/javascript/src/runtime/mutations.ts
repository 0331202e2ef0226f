import type { Noting } from '../world/current.js';

/** A moment in a run: when the head of a loop was reached. */
export interface Mark {
  readonly stamp: number;
  readonly entries: number;
}

interface Entry {
  readonly object: object;
  readonly part: PropertyKey;
  /** When the object was first changed in this run. */
  readonly since: number;
  readonly isSame: () => boolean;
}

/** What a round of a loop has done to objects. */
export interface Changes {
  /** Does an object differ that was there, and had been changed, before the round began? */
  readonly lasting: boolean;
  /** How many differ that nobody had changed before. They may have been made in the round, or not. */
  readonly first: number;
}

/**
 * What a run does to objects that are its own. Other threads do not see them, but a loop that changes one is not where it
 * was when it comes back to its head. An object made in the round does not matter to the next one; as nobody knows when an
 * object was made, a round counts as one that changes nothing if it does to as many new objects as the round before.
 */
export class Mutations implements Noting {
  private readonly entries: Entry[] = [];
  private readonly since = new WeakMap<object, number>();
  /** By object, when a part of it was last remembered. */
  private readonly remembered = new WeakMap<object, Map<PropertyKey, number>>();
  private stamp = 0;

  note(object: object, part: PropertyKey, remember: () => () => boolean): void {
    let parts = this.remembered.get(object);
    if (parts === undefined) this.remembered.set(object, (parts = new Map<PropertyKey, number>()));
    if (parts.get(part) === this.stamp) return;
    parts.set(part, this.stamp);
    let since = this.since.get(object);
    if (since === undefined) this.since.set(object, (since = this.stamp));
    this.entries.push({ object, part, since, isSame: remember() });
  }

  mark(): Mark {
    return { stamp: ++this.stamp, entries: this.entries.length };
  }

  changesSince({ stamp, entries }: Mark): Changes {
    let first = 0;
    const looked = new Map<object, Set<PropertyKey>>();
    for (let i = entries; i < this.entries.length; i++) {
      const { object, part, since, isSame } = this.entries[i]!;
      // What counts is how it was when the round began.
      const parts = looked.get(object) ?? new Set();
      if (parts.has(part)) continue;
      looked.set(object, parts.add(part));
      if (isSame()) continue;
      if (since < stamp) return { lasting: true, first };
      first++;
    }
    return { lasting: false, first };
  }
}
