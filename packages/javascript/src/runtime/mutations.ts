import type { Noting } from '../world/running/current.js';

/** A moment in a run at which the head of a loop was reached. */
export interface Mark {
  readonly stamp: number;
  readonly entries: number;
}

interface Entry {
  readonly object: object;
  readonly part: PropertyKey;
  /** Time of the object's first change in this run. */
  readonly since: number;
  readonly isSame: () => boolean;
}

/** Changes of an iteration of a loop to objects. */
export interface Changes {
  /** Whether an object changed that had already been changed before the iteration. */
  readonly lasting: boolean;
  /** Number of changed objects that had not been changed before. The iteration may have created them. */
  readonly first: number;
}

/**
 * The changes of a run to its own objects. Other threads do not see them, but a loop that changes an object is not in
 * the same state when it returns to its head. An object created in the iteration does not matter to the next one. As
 * the time of creation is unknown, an iteration counts as changing nothing if it changes as many new objects as the one
 * before.
 */
export class Mutations implements Noting {
  private readonly entries: Entry[] = [];
  private readonly since = new Map<object, number>();
  /** By object and part: time of its last recording. */
  private readonly remembered = new Map<object, Map<PropertyKey, number>>();
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
      // The first entry holds the state at the start of the iteration.
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
