import type { LocalStates } from '@fencepost/core';
import { FencepostError, traceOf } from '@fencepost/core';
import type { Exploration, ExploreOptions } from '../exploration.js';
import { Outcomes } from '../outcomes.js';
import { Access, dependent } from './access.js';
import { ActorSets } from './actor-sets.js';
import { UndoMachine } from './machine.js';
import { Races } from './races.js';
import { recordRun } from './record-run.js';
import { SequentialCheck } from './sequential.js';

export function exploreSource(states: LocalStates, options: ExploreOptions): Exploration {
  if (options.model === 'pslo') {
    throw new FencepostError('USAGE', 'Source-DPOR does not know PSLO', {
      hint: 'use the oracle (exploreAll), which enumerates every interleaving',
    });
  }
  return new SourceSearch(states, options).explore();
}

/** Source-DPOR over chronological traces (002 Fig. 11), its recursion as a loop over the depth of one run. */
class SourceSearch {
  private readonly states: LocalStates;
  private readonly options: ExploreOptions;
  private readonly machine: UndoMachine;
  private readonly backtrack = new ActorSets();
  private readonly sleep = new ActorSets();
  private readonly races: Races;
  private readonly sequentialCheck: SequentialCheck;
  private readonly outcomes: Outcomes;
  private readonly access = new Access();
  private readonly sleeping = new Access();
  private executions = 0;
  private blocked = 0;
  private nonSequential = 0;
  private deadlocks = 0;

  constructor(states: LocalStates, options: ExploreOptions) {
    this.states = states;
    this.options = options;
    this.machine = new UndoMachine(states, options.model);
    this.races = new Races(this.machine, this.backtrack, this.sleep);
    this.sequentialCheck = new SequentialCheck(this.machine);
    this.outcomes = new Outcomes(states, options.finals === true);
  }

  explore(): Exploration {
    const { machine, backtrack, sleep } = this;
    const { run } = machine;
    this.fit();
    sleep.clear(0);
    this.open();
    while (true) {
      const depth = run.length;
      const actor = backtrack.firstWithout(depth, sleep);
      if (actor >= 0) this.step(actor);
      else if (depth === 0) break;
      else {
        machine.undo();
        sleep.add(depth - 1, run.actor[depth - 1]!);
      }
    }
    const { states, executions, blocked, nonSequential, deadlocks, outcomes } = this;
    const failures = outcomes.failures();
    const { finals } = outcomes;
    return { states, model: this.options.model, executions, blocked, nonSequential, deadlocks, failures, finals };
  }

  private step(actor: number): void {
    const { machine, access } = this;
    machine.look(actor, access);
    this.fallAsleep();
    machine.execute(access);
    this.fit();
    this.races.reverseAll();
    this.open();
  }

  private fallAsleep(): void {
    const { machine, sleep, access, sleeping } = this;
    const depth = machine.run.length;
    sleep.clear(depth + 1);
    for (let actor = sleep.next(depth, 0); actor >= 0; actor = sleep.next(depth, actor + 1)) {
      machine.look(actor, sleeping);
      if (!dependent(access, sleeping)) sleep.add(depth + 1, actor);
    }
  }

  private open(): void {
    const { machine, backtrack, sleep } = this;
    const depth = machine.run.length;
    backtrack.clear(depth);
    let someEnabled = false;
    let first = -1;
    for (let actor = 0; actor < machine.actors.count; actor++) {
      const isBuffer = machine.actors.isBuffer[actor] === 1;
      if ((first >= 0 && !isBuffer) || !machine.enabled(actor)) continue;
      someEnabled = true;
      if (sleep.has(depth, actor)) continue;
      first = actor;
      if (isBuffer) break;
    }
    if (first >= 0) {
      backtrack.add(depth, first);
      return;
    }
    this.races.reverseWaiting(this.access);
    if (someEnabled) this.blocked++;
    else this.end();
  }

  private end(): void {
    const { machine, states } = this;
    let deadlocked = false;
    for (let t = 0; t < machine.threads; t++) {
      const state = machine.local.data[t]!;
      if (state === 0 || machine.finished(t)) continue;
      deadlocked = true;
    }
    this.executions++;
    if (deadlocked) this.deadlocks++;
    const sequential = this.sequentialCheck.holds();
    if (!sequential) this.nonSequential++;
    if (this.outcomes.wants(deadlocked)) this.addFinal(deadlocked);
    this.options.onExecution?.({ deadlocked, sequential, trace: () => traceOf(states, recordRun(machine)) });
  }

  private addFinal(deadlocked: boolean): void {
    const { outcomes, machine, states } = this;
    const { finals } = outcomes;
    const memoryAt = finals.begin();
    finals.row[0] = deadlocked ? 1 : 0;
    for (let t = 0; t < states.threads.count; t++) finals.row[1 + t] = machine.local.data[t]!;
    for (let x = 0; x < states.locations.count; x++) finals.row[memoryAt + x] = machine.value.data[x]!;
    outcomes.add();
  }

  private fit(): void {
    this.backtrack.fit(this.machine.actors.count);
    this.sleep.fit(this.machine.actors.count);
  }
}
