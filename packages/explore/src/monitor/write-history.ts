import type { LocalStates } from '@fencepost/core';
import { INITIAL, RMW } from '@fencepost/core';
import type { Journal } from './journal.js';

/** The initial write of every location. */
export const INITIAL_WRITE = 0;

/**
 * The writes of the execution so far, location by location, from the latest back. Writes are numbered in the order they
 * happen, from 1; a number is used again after its write was taken back.
 */
export class WriteHistory {
  private readonly states: LocalStates;
  private readonly journal: Journal;
  private readonly latestAt: number;
  private count = 0;
  /** By number of write: the one before it in its location, what was written, its event, its label, whether it was an atomic. */
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

  /** What a read gets that reads `write` of this location. */
  valueOf(write: number, location: number): number {
    return write === INITIAL_WRITE ? this.states.locations.initial[location]! : this.value[write]!;
  }

  /** The operation of `state` writes. Returns the number of the write. */
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

  /** Takes the last write back; the journal does the rest. */
  drop(): void {
    this.count--;
  }
}
