import { grown } from '@fencepost/core';
import { DeadlockPredictor } from './deadlock-predictor.js';
import { Ideal } from './ideal.js';
import type { LastEvent, PredictedDeadlock, PredictedRace } from './predicted.js';
import { RacePredictor } from './race-predictor.js';
import type { TraceUser } from './trace-events.js';
import { TraceEvents } from './trace-events.js';

/** What a reordering of the events would show. */
export interface Predicted {
  readonly races: readonly PredictedRace[];
  /** Undefined: the recording does not distinguish locking from trying to lock. */
  readonly deadlocks: readonly PredictedDeadlock[] | undefined;
  /** Whether there are cycles of locks that were not examined. */
  readonly isIncomplete: boolean;
}

/**
 * Predicts races and deadlocks of other executions from one: of reorderings of its events in which each thread reads what
 * it has read. docs/internals/monitors.md has the argument.
 */
export class Predictor implements TraceUser {
  /** Takes the events of the execution. */
  readonly trace: TraceEvents;
  private readonly ideal: Ideal;
  private readonly racing: RacePredictor;
  private readonly waiting: DeadlockPredictor;
  /** Rows of requests. */
  private kept = new Int32Array(1024);
  private keptCount = 0;

  /** `tellsTries`: whether steps that lock show that their thread would not have waited; otherwise no deadlock is certain. */
  constructor(
    roots: number,
    private readonly tellsTries: boolean,
  ) {
    this.trace = new TraceEvents(roots, () => this);
    const { order, sections, held } = this.trace;
    this.ideal = new Ideal(order.rows, sections);
    this.racing = new RacePredictor(order, this.ideal, held);
    this.waiting = new DeadlockPredictor(held, (at) => this.kept[at]!);
  }

  /** Returns what was found; call it after the last event. */
  predicted(): Predicted {
    const deadlocks = this.tellsTries ? this.waiting.deadlocks(this.ideal, this.trace.order.width) : undefined;
    return { races: this.racing.races, deadlocks, isIncomplete: this.waiting.isIncomplete };
  }

  readonly rows = (): readonly Int32Array[] => [this.racing.accesses.of.row, this.kept];

  access(t: number, slot: number, place: number, kind: number, site: number, event: number): void {
    this.racing.access(t, slot, place, kind, site, event);
  }

  request(event: LastEvent, mutex: number, place: number, held: number, time: number, row: number): void {
    this.waiting.request(event, mutex, place, held, time, this.keep(row));
  }

  drop(slot: number): void {
    this.racing.accesses.drop(slot);
  }

  private keep(row: number): number {
    if (this.keptCount === this.kept.length) this.kept = grown(this.kept, this.keptCount + 1);
    this.kept[this.keptCount] = row;
    return this.keptCount++;
  }
}
