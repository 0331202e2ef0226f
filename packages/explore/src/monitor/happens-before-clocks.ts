import { JOIN, SPAWN, eventPosition, eventThread } from '@fencepost/core';
import type { LocalStates } from '@fencepost/core';
import type { Journal } from './journal.js';

/**
 * Standard vector clocks of happens-before (program order, reads-from, coherence, from-reads) on an SC execution: one
 * clock per thread, and per location one of its last write and one of its reads since. Entries count events.
 */
export class HappensBeforeClocks {
  private readonly states: LocalStates;
  private readonly journal: Journal;
  private readonly width: number;
  private readonly threadAt: number;
  private readonly writeAt: number;
  private readonly readAt: number;

  constructor(states: LocalStates, journal: Journal, threads: number, locations: number) {
    this.states = states;
    this.journal = journal;
    this.width = threads;
    this.threadAt = journal.reserve(threads * threads);
    this.writeAt = journal.reserve(locations * threads);
    this.readAt = journal.reserve(locations * threads);
  }

  /** Returns the number of events of thread t so far. */
  position(t: number): number {
    return this.journal.words[this.threadAt + t * this.width + t]!;
  }

  /** Whether this event happens before, or is, the last event of thread t. */
  isBeforeLast(event: number, t: number): boolean {
    return this.journal.words[this.threadAt + t * this.width + eventThread(event)]! > eventPosition(event);
  }

  step(t: number, state: number, writes: boolean): void {
    const { journal, width, states } = this;
    const clock = this.threadAt + t * width;
    const location = states.location[state]!;
    if (location < 0) {
      const kind = states.kind[state];
      const other = this.threadAt + states.operand[state]! * width;
      if (kind === JOIN) journal.merge(clock, other, width);
      journal.set(clock + t, journal.words[clock + t]! + 1);
      if (kind === SPAWN) journal.merge(other, clock, width);
      return;
    }
    const write = this.writeAt + location * width;
    const read = this.readAt + location * width;
    journal.merge(clock, write, width);
    if (writes) journal.merge(clock, read, width);
    journal.set(clock + t, journal.words[clock + t]! + 1);
    if (!writes) journal.merge(read, clock, width);
    else journal.copy(write, clock, width);
  }
}
