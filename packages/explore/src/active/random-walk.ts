import type { Random } from '@fencepost/core';
import { Enabled, below } from './enabled.js';
import type { Run, Strategy } from './run.js';

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
    enabled.take(run, below(enabled.count, random), random);
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
