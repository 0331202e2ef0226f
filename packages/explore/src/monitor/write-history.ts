import type { LocalStates } from '@fencepost/core';
import { INITIAL, RMW } from '@fencepost/core';
import type { Journal } from './journal.js';

/** The initial write of every location. */
export const INITIAL_WRITE = 0;

/**
 * The writes of the execution so far, by location, from the latest back. Writes are numbered in the order they happen,
 * from 1. Numbers of undone writes are reused.
 */
export class WriteHistory {
  private readonly states: LocalStates;
  private readonly journal: Journal;
  private readonly latestAt: number;
  private count = 0;
  /**
   * By number of write: the write before it at its location, the value, the event, the label, and whether it was an
   * atomic.
   */
  previous: number[] = [INITIAL_WRITE];
  value: number[] = [0];
  event: number[] = [INITIAL];
  label: number[] = [0];
  atomic: boolean[] = [false];

  constructor(states: LocalStates, journal: Journal, locations: number) {
    this.states = states;
    this.journal = journal;
    this.latestAt = journal.reserve(locations);
  }

  latest(location: number): number {
    return this.journal.words[this.latestAt + location]!;
  }

  /** Returns the value that a read of `write` at this location returns. */
  valueOf(write: number, location: number): number {
    return write === INITIAL_WRITE ? this.states.locations.initial[location]! : this.value[write]!;
  }

  /** Adds the write of the operation in `state` and returns its number. */
  add(state: number, location: number, event: number): number {
    const { states } = this;
    const latest = this.latest(location);
    const atomic = states.kind[state] === RMW;
    const write = ++this.count;
    this.previous[write] = latest;
    this.value[write] = atomic ? states.written(state, this.valueOf(latest, location)) : states.operand[state]!;
    this.event[write] = event;
    this.label[write] = states.label[state]!;
    this.atomic[write] = atomic;
    this.journal.set(this.latestAt + location, write);
    return write;
  }

  /** Removes the last write. The journal restores the rest. */
  drop(): void {
    this.count--;
  }
}
