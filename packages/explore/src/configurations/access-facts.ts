import type { LocalStates } from '@fencepost/core';
import { LOAD, RMW, STORE } from '@fencepost/core';

/** Several threads. */
const MANY = -1;
/** No thread. */
const NONE = -2;

/**
 * Which threads read and write each location, in the search so far. The search assumes that there are no others. If one
 * appears and that matters, the search begins again with this knowledge.
 */
export class AccessFacts {
  private readonly readers: number[] = [];
  private readonly writers: number[] = [];

  /** `allRead`: whether stores that no thread reads matter, too. */
  constructor(
    private readonly states: LocalStates,
    private readonly allRead: boolean,
  ) {}

  /** Records the next operation of thread `t`, which is in this state. Returns whether answers of this object have changed. */
  note(t: number, state: number): boolean {
    const { kind, location, comparison } = this.states;
    const how = kind[state]!;
    if (state === 0 || how > RMW) return false;
    const x = location[state]!;
    while (this.readers.length <= x) {
      this.readers.push(NONE);
      this.writers.push(NONE);
    }
    const isNew = this.readers[x] === NONE && this.writers[x] === NONE;
    const wasRead = this.isRead(x);
    const wasShared = this.isShared(x);
    if (how !== STORE || comparison[state] !== 0) this.readers[x] = joined(this.readers[x]!, t);
    if (how !== LOAD) this.writers[x] = joined(this.writers[x]!, t);
    return !isNew && (this.isRead(x) !== wasRead || this.isShared(x) !== wasShared);
  }

  /** Whether any thread may read the location. */
  isRead(x: number): boolean {
    return this.allRead || (this.readers[x] ?? NONE) !== NONE;
  }

  /** Whether the order of accesses to the location by different threads may matter. */
  isShared(x: number): boolean {
    const reader = this.readers[x] ?? NONE;
    const writer = this.writers[x] ?? NONE;
    if (writer === NONE || !this.isRead(x)) return false;
    return writer === MANY || (reader !== NONE && reader !== writer);
  }
}

function joined(known: number, t: number): number {
  return known === NONE || known === t ? t : MANY;
}
