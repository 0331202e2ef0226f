import type { LocalStates, ModelName } from '@fencepost/core';
import { eventName } from '@fencepost/core';
import { HappensBeforeClocks } from './happens-before-clocks.js';
import { Journal } from './journal.js';
import type { Monitor, MonitorFactory } from './monitor.js';
import type { Observer } from './observer.js';
import { WriteHistory } from './write-history.js';

/** Two operations that can be out of order under a model: the labels are what makes it distinct from others. */
export interface Violation {
  readonly model: ModelName;
  /** The operation that comes too early: label, thread, local state. */
  readonly label: number;
  readonly thread: number;
  readonly state: number;
  /** The write that comes too late: label, event. */
  readonly writeLabel: number;
  readonly write: number;
}

/**
 * Monitors at work on the executions of a search. Keeps what they share (happens-before clocks, the history of writes),
 * hands each distinct violation on when it is first seen, and goes back with the search.
 */
export class Watch implements Observer {
  private readonly states: LocalStates;
  private readonly factories: readonly MonitorFactory[];
  private readonly onViolation: (violation: Violation) => void;
  private readonly seen = new Set<string>();
  private journal = new Journal();
  private history: WriteHistory;
  private clocks: HappensBeforeClocks;
  private monitors: readonly Monitor[] = [];
  private threads = 0;
  private locations = 0;
  // The steps so far, to be taken again when threads or locations outgrow the layout.
  private readonly stepThread: number[] = [];
  private readonly stepState: number[] = [];
  private readonly stepWrites: boolean[] = [];
  private readonly stepMark: number[] = [];

  constructor(states: LocalStates, factories: readonly MonitorFactory[], onViolation: (violation: Violation) => void) {
    this.states = states;
    this.factories = factories;
    this.onViolation = onViolation;
    this.history = new WriteHistory(states, this.journal, 0);
    this.clocks = new HappensBeforeClocks(states, this.journal, 0, 0);
    this.layOut();
  }

  step(t: number, state: number, writes: boolean): void {
    const { states } = this;
    if (states.threads.count > this.threads || states.locations.count > this.locations) this.grow();
    this.stepThread.push(t);
    this.stepState.push(state);
    this.stepWrites.push(writes);
    this.take(t, state, writes);
  }

  undo(): void {
    this.stepThread.pop();
    this.stepState.pop();
    if (this.stepWrites.pop() === true) this.history.drop();
    this.journal.undo(this.stepMark.pop()!);
  }

  waits(t: number, state: number): void {
    for (const monitor of this.monitors) monitor.waits(t, state);
  }

  private take(t: number, state: number, writes: boolean): void {
    const { monitors, history, clocks, journal } = this;
    this.stepMark.push(journal.mark());
    for (const monitor of monitors) monitor.step(t, state, writes);
    const position = clocks.position(t);
    clocks.step(t, state, writes);
    if (!writes) return;
    const write = history.add(state, this.states.location[state]!, eventName(t, position));
    for (const monitor of monitors) monitor.wrote(t, state, write);
  }

  private grow(): void {
    this.layOut();
    this.stepMark.length = 0;
    this.stepThread.forEach((t, i) => {
      this.take(t, this.stepState[i]!, this.stepWrites[i]!);
    });
  }

  private layOut(): void {
    const { states } = this;
    const room = (n: number): number => Math.max(4, n + (n >> 1));
    this.threads = room(states.threads.count);
    this.locations = room(states.locations.count);
    this.journal = new Journal();
    this.history = new WriteHistory(states, this.journal, this.locations);
    this.clocks = new HappensBeforeClocks(states, this.journal, this.threads, this.locations);
    const { journal, history, clocks, threads, locations } = this;
    const watched = { states, journal, history, clocks, threads, locations };
    this.monitors = this.factories.map((make) => {
      const monitor: Monitor = make(watched, (t, state, write) => {
        this.found(monitor.model, t, state, write);
      });
      return monitor;
    });
  }

  private found(model: ModelName, thread: number, state: number, write: number): void {
    const label = this.states.label[state]!;
    const writeLabel = this.history.label[write]!;
    const key = `${model} ${label} ${writeLabel}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.onViolation({ model, label, thread, state, writeLabel, write: this.history.event[write]! });
  }
}
