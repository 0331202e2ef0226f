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
  private readonly readers: number[];
  private readonly writers: number[];
  /** Whether answers have changed since the search began. */
  haveChanged = false;

  /**
   * `allRead`: memory is read at the end. `races`: two writes by different threads matter even if no thread reads. `known`:
   * accesses that some execution has.
   */
  constructor(
    private readonly states: LocalStates,
    readonly allRead: boolean,
    private readonly races: boolean,
    known?: AccessFacts,
  ) {
    this.readers = known?.readers.slice() ?? [];
    this.writers = known?.writers.slice() ?? [];
  }

  /** Called when the search begins. */
  begin(): void {
    this.haveChanged = false;
  }

  /** Records the next operation of thread `t`, which is in this state. */
  note(t: number, state: number): void {
    const { kind, location, comparison } = this.states;
    const how = kind[state]!;
    if (state === 0 || how > RMW) return;
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
    if (!isNew && (this.isRead(x) !== wasRead || this.isShared(x) !== wasShared)) this.haveChanged = true;
  }

  /** Whether anybody may read the location. */
  isRead(x: number): boolean {
    return this.allRead || (this.readers[x] ?? NONE) !== NONE;
  }

  /** Whether the order of accesses to the location by different threads may matter. */
  isShared(x: number): boolean {
    const reader = this.readers[x] ?? NONE;
    const writer = this.writers[x] ?? NONE;
    if (writer === NONE || !(this.races || this.isRead(x))) return false;
    return writer === MANY || (reader !== NONE && reader !== writer);
  }
}

function joined(known: number, t: number): number {
  return known === NONE || known === t ? t : MANY;
}
