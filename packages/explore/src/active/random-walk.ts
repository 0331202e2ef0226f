import type { Random } from '@fencepost/core';
import type { Run, Strategy } from './run.js';

/** Returns a random integer of at least 0 and less than `bound`. */
export function below(bound: number, random: Random): number {
  return Math.floor(random.next() * bound);
}

/** The enabled actors: threads by number, and stores that can reach memory by thread and rank. */
export class Enabled {
  readonly threads: number[] = [];
  readonly owners: number[] = [];
  readonly ranks: number[] = [];

  find({ machine, order }: Run): void {
    this.threads.length = this.owners.length = this.ranks.length = 0;
    for (const t of order) {
      if (machine.local[t] === 0) continue;
      if (choicesOf(machine, t) > 0) this.threads.push(t);
      for (let rank = 0, pending = machine.memory.pending(t); rank < pending; rank++) {
        if (!machine.canCommit(t, rank)) continue;
        this.owners.push(t);
        this.ranks.push(rank);
      }
    }
  }

  get count(): number {
    return this.threads.length + this.owners.length;
  }
}

/** Returns the number of choices thread t can really take. A condition may exclude some of the machine's choices. */
export function choicesOf(machine: Run['machine'], t: number): number {
  const most = machine.choices(t);
  let possible = 0;
  for (let choice = 0; choice < most; choice++) if (machine.canRun(t, choice)) possible++;
  return possible;
}

/** Runs thread t with a random choice. */
export function runSomehow(run: Run, t: number, random: Random): void {
  const { machine } = run;
  let left = below(choicesOf(machine, t), random);
  let choice = 0;
  while (!machine.canRun(t, choice) || left-- > 0) choice++;
  run.run(t, choice);
}

/** Uniform random walk: all enabled actors are equally likely. */
export class RandomWalk implements Strategy {
  private readonly random: Random;
  private readonly enabled = new Enabled();

  constructor(random: Random) {
    this.random = random;
  }

  step(run: Run): boolean {
    const { enabled, random } = this;
    enabled.find(run);
    if (enabled.count === 0) return false;
    const i = below(enabled.count, random);
    const store = i - enabled.threads.length;
    if (store < 0) runSomehow(run, enabled.threads[i]!, random);
    else run.commit(enabled.owners[store]!, enabled.ranks[store]!);
    return true;
  }
}

/**
 * The probability that a thread continues although another could run. Each run uses one of these, so that runs differ
 * in granularity.
 */
const GRAINS: readonly number[] = [0, 0.5, 0.9, 0.98];

/**
 * Executes under SC, for prediction: a thread runs for some steps, then another does. Under another model the execution
 * is the same as long as no store is pending before a step.
 */
export class SequentialWalk implements Strategy {
  private readonly random: Random;
  private readonly grain: number;
  private running = -1;
  private readonly ready: number[] = [];

  constructor(random: Random) {
    this.random = random;
    this.grain = GRAINS[below(GRAINS.length, random)]!;
  }

  step(run: Run): boolean {
    const { random, running, ready } = this;
    const { machine } = run;
    if (running === -1 || random.next() >= this.grain || !machine.canRun(running)) {
      ready.length = 0;
      for (const t of run.order) if (machine.canRun(t)) ready.push(t);
      if (ready.length === 0) return false;
      this.running = ready[below(ready.length, random)]!;
    }
    run.run(this.running);
    return true;
  }
}
