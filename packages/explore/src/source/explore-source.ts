import type { LocalStates } from '@fencepost/core';
import {
  FencepostError,
  hasPreservedOrder,
  isSequentialInMemory,
  isStoreBufferModel,
  mayLeaveOut,
  modelNamed,
  traceOf,
} from '@fencepost/core';
import type { FinishedRun } from '../results/ending.js';
import { endingOf } from '../results/ending.js';
import type { Exploration, ExploreOptions } from '../results/exploration.js';
import { Outcomes } from '../results/outcomes.js';
import type { Results } from '../results/tally.js';
import type { ObserverFactory } from '../shared/observer.js';
import { Access, dependent } from './access.js';
import { ActorSets } from './actor-sets.js';
import { UndoMachine } from './machine.js';
import { Races } from './races.js';
import { recordRun } from './record-run.js';
import { SequentialCheck } from './sequential.js';

/** Options of Source-DPOR. */
export interface SourceOptions extends ExploreOptions {
  /** Creates an observer of all operations of the search; for monitors, under SC. */
  readonly observe?: ObserverFactory;
}

/**
 * Explores every trace of the program under a store-buffer model, each exactly once, by Source-DPOR over chronological
 * traces (Abdulla et al., Acta Informatica 2017, Fig. 11 and 12, Sect. 5). Beyond the paper: atomics, store-store
 * fences as an order of updates, threads that start and join others, and threads that wait for values (races.ts).
 * `blocked` counts the runs that sleep sets cut.
 */
export function exploreSource(states: LocalStates, options: SourceOptions): Exploration {
  if (!isStoreBufferModel(modelNamed(options.model))) {
    const message = `the model ${options.model} is not a machine with store buffers, which Source-DPOR needs`;
    throw new FencepostError('MODEL_UNSUPPORTED', message, {
      hint: hasPreservedOrder(modelNamed(options.model))
        ? 'use the graph explorer, which supports this model'
        : 'use the oracle, which tries every interleaving of a small program',
    });
  }
  const search = new SourceSearch(states, options);
  while (search.advance(Infinity));
  return search.result();
}

/**
 * TSO-Source-DPOR (Abdulla et al., Acta Informatica 2017, Fig. 11). The recursion is a loop over the depth of the
 * current run, in pieces of any size.
 */
export class SourceSearch {
  private readonly states: LocalStates;
  private readonly options: SourceOptions;
  private readonly machine: UndoMachine;
  /**
   * By depth: the actors to try there, and the actors that need not be tried because their continuations have been
   * explored.
   */
  private readonly backtrack = new ActorSets();
  private readonly sleep = new ActorSets();
  private readonly races: Races;
  private readonly sequentialCheck: SequentialCheck;
  private readonly outcomes: Outcomes;
  private readonly access = new Access();
  private readonly sleeping = new Access();
  /** The current run, once it has ended. */
  private readonly finished: FinishedRun;

  constructor(states: LocalStates, options: SourceOptions) {
    this.states = states;
    this.options = options;
    const { observe } = options;
    this.machine = new UndoMachine(
      states,
      options.model,
      observe &&
        ((machine) =>
          observe({
            recorded: () => recordRun(machine),
            lastSeenWrite: (t, location) => machine.order.lastSeenWrite(t, location),
          })),
    );
    this.finished = finishedRun(this.machine);
    this.races = new Races(this.machine, this.backtrack);
    this.sequentialCheck = new SequentialCheck(this.machine);
    this.outcomes = new Outcomes(states, options.finals === true);
    this.fit();
    this.sleep.clear(0);
    this.open();
  }

  /** Takes this many steps, forward or back. Returns false when the search is over. */
  advance(steps: number): boolean {
    const { machine, backtrack, sleep } = this;
    const { run } = machine;
    for (; steps > 0; steps--) {
      const depth = run.length;
      const actor = backtrack.firstWithout(depth, sleep);
      if (actor >= 0) this.step(actor);
      else if (depth === 0) return false;
      else {
        machine.undo();
        sleep.add(depth - 1, run.actor[depth - 1]!);
      }
    }
    return true;
  }

  /** The counts so far. */
  get progress(): Pick<Results, 'executions' | 'blocked'> {
    return this.outcomes.tally;
  }

  /** Returns the result. Call it once, when the search is over or no longer needed. */
  result(): Exploration {
    return { states: this.states, model: this.options.model, ...this.outcomes.results() };
  }

  /** Executes one iteration of the figure's loop (lines 4–28). */
  private step(actor: number): void {
    const { machine, access } = this;
    machine.look(actor, access);
    this.inheritSleep();
    machine.execute(access);
    this.fit();
    this.races.reverseAll();
    this.open();
  }

  /**
   * Determines the actors that stay asleep across the next event (lines 17–27). Departure: dependence is judged in the
   * state *before* the event (the figure takes the sleeping instruction from the state after it), and again at each
   * event. A sleeping load stays asleep across updates of its own thread, and across those of other threads as long as
   * its own store is pending, but may lose that cover while it sleeps. Whether a sleeping compare-and-swap reads or
   * writes depends on memory at that time.
   */
  private inheritSleep(): void {
    const { machine, sleep, access, sleeping } = this;
    const depth = machine.run.length;
    sleep.clear(depth + 1);
    for (let actor = sleep.next(depth, 0); actor >= 0; actor = sleep.next(depth, actor + 1)) {
      machine.look(actor, sleeping);
      if (!dependent(access, sleeping)) sleep.add(depth + 1, actor);
    }
  }

  /** Chooses the actor to try first after the current run (lines 1 and 2), or detects that the run is over. */
  private open(): void {
    const { machine, backtrack, sleep } = this;
    const { isBuffer, count } = machine.actors;
    const depth = machine.run.length;
    backtrack.clear(depth);
    let someEnabled = false;
    let chosen = -1;
    // Buffers first: the fewer stores are pending, the fewer runs are cut (litmus tests under TSO: 242, not 1,895).
    for (let actor = 0; actor < count; actor++) {
      if ((chosen >= 0 && isBuffer[actor] === 0) || !machine.enabled(actor)) continue;
      someEnabled = true;
      if (sleep.has(depth, actor)) continue;
      chosen = actor;
      if (isBuffer[actor] === 1) break;
    }
    if (chosen >= 0) {
      backtrack.add(depth, chosen);
      return;
    }
    this.races.reverseWaiting();
    if (someEnabled) this.outcomes.giveUp();
    else this.complete();
    if (this.states.crowded && this.options.finals !== true) {
      this.outcomes.examine();
      machine.forgetStates();
    }
  }

  private complete(): void {
    const { machine, states, finished } = this;
    const ending = endingOf(states, finished);
    const isComplete = ending.kind === 'complete';
    const sequential = isComplete && (this.sequentialCheck.holds() || this.isSequentialInMemory());
    this.outcomes.add(finished, ending, sequential);
    if (!isComplete) return;
    const { deadlocked } = ending;
    if (deadlocked) this.tellWhoWaits();
    this.options.onExecution?.({ deadlocked, sequential, trace: () => traceOf(states, recordRun(machine)) });
  }

  private isSequentialInMemory(): boolean {
    const { machine, states } = this;
    return mayLeaveOut(states) && isSequentialInMemory(traceOf(states, recordRun(machine)));
  }

  private tellWhoWaits(): void {
    const { machine } = this;
    for (let t = 0; t < machine.threads; t++) {
      if (machine.waitsForValue(t)) machine.observer?.waits(t, machine.local.data[t]!);
    }
  }

  private fit(): void {
    this.backtrack.fit(this.machine.actors.count);
    this.sleep.fit(this.machine.actors.count);
  }
}

function finishedRun(machine: UndoMachine): FinishedRun {
  return {
    get local() {
      return machine.local.data;
    },
    get operations() {
      return machine.operations;
    },
    valueAt: (location) => machine.value.data[location]!,
    someRead: (t, operations, test) =>
      machine.passed.someRead(machine.states, t, machine.position.data[t]!, operations, test),
  };
}
