import type { LocalStates, ModelName, Violation } from '@fencepost/core';
import { eventName } from '@fencepost/core';
import { HappensBeforeClocks } from './happens-before-clocks.js';
import { Journal } from './journal.js';
import type { Monitor, MonitorFactory, Watched } from './monitor.js';
import type { Observer } from '../shared/observer.js';
import { Violations } from './violation.js';
import { WriteHistory } from './write-history.js';

/**
 * Runs a monitor of the papers on the executions of a search. Maintains the happens-before clocks and the history of
 * writes, and undoes them with the search.
 */
export class Watch implements Observer {
  private readonly states: LocalStates;
  private readonly make: MonitorFactory;
  private readonly violations: Violations;
  private watched: Watched;
  private monitor: Monitor;
  // The steps so far. They are repeated when threads or locations outgrow the layout.
  private readonly stepThread: number[] = [];
  private readonly stepState: number[] = [];
  private readonly stepWrites: boolean[] = [];
  private readonly stepMark: number[] = [];

  constructor(
    states: LocalStates,
    model: ModelName,
    make: MonitorFactory,
    onViolation: (violation: Violation) => void,
  ) {
    this.states = states;
    this.make = make;
    this.violations = new Violations(states, model, onViolation);
    this.watched = this.layOut();
    this.monitor = this.makeMonitor();
  }

  step(t: number, state: number, writes: boolean): void {
    const { threads, locations } = this.states;
    if (threads.count > this.watched.threads || locations.count > this.watched.locations) this.grow();
    this.stepThread.push(t);
    this.stepState.push(state);
    this.stepWrites.push(writes);
    this.take(t, state, writes);
  }

  undo(): void {
    this.stepThread.pop();
    this.stepState.pop();
    if (this.stepWrites.pop() === true) this.watched.history.drop();
    this.watched.journal.undo(this.stepMark.pop()!);
  }

  waits(t: number, state: number): void {
    this.monitor.waits(t, state);
  }

  settle(): void {
    // The steps are kept: they are repeated if the layout has to grow.
    this.watched.journal.forget();
  }

  private take(t: number, state: number, writes: boolean): void {
    const { monitor } = this;
    const { history, clocks, journal } = this.watched;
    this.stepMark.push(journal.mark());
    monitor.step(t, state, writes);
    const position = clocks.position(t);
    clocks.step(t, state, writes);
    if (!writes) return;
    const write = history.add(state, this.states.location[state]!, eventName(t, position));
    monitor.wrote(t, state, write);
  }

  private grow(): void {
    this.watched = this.layOut();
    this.monitor = this.makeMonitor();
    this.stepMark.length = 0;
    this.stepThread.forEach((t, i) => {
      this.take(t, this.stepState[i]!, this.stepWrites[i]!);
    });
  }

  private layOut(): Watched {
    const { states } = this;
    const room = (n: number): number => Math.max(4, n + (n >> 1));
    const threads = room(states.threads.count);
    const locations = room(states.locations.count);
    const journal = new Journal();
    const history = new WriteHistory(states, journal, locations);
    const clocks = new HappensBeforeClocks(states, journal, threads, locations);
    return { states, journal, history, clocks, threads, locations };
  }

  private makeMonitor(): Monitor {
    const { history } = this.watched;
    return this.make(this.watched, (t, state, write) => {
      this.violations.add(t, state, history.label[write]!, history.event[write]!);
    });
  }
}
