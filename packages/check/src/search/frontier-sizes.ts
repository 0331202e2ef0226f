import type { LocalStates, ModelName } from '@fencepost/core';
import { Random } from '@fencepost/core';
import type { Frontier, Learnt } from '@fencepost/explore';
import { Dives } from '@fencepost/explore';

/**
 * The last jobs of a frontier are the shallowest and contain nearly all of the remaining work. Each of them gets this
 * many dives.
 */
const LARGEST = 4;
const DIVES = 8;
/** Number of dives shared by the other jobs. This takes milliseconds for each second of exploration. */
const DIVES_FOR_OTHERS = 16;

/** Estimates the number of executions below each job of a frontier. */
export class FrontierSizes {
  private readonly random = new Random(1);
  private readonly learnt = new Map<ModelName, Learnt>();

  estimate(states: LocalStates, model: ModelName, frontier: Frontier): number[] {
    const learnt = this.learnt.get(model) ?? (new Map() as Learnt);
    this.learnt.set(model, learnt);
    const mean = (at: number, count: number): number => {
      const dives = new Dives(states, model, frontier[at], learnt, this.random);
      let sum = 0;
      for (let i = 0; i < count; i++) sum += dives.dive();
      return sum / count;
    };
    const others = Math.max(0, frontier.length - LARGEST);
    let usual = 0;
    if (others > 0) {
      for (let i = 0; i < DIVES_FOR_OTHERS; i++) usual += mean(Math.floor(this.random.next() * others), 1);
      usual /= DIVES_FOR_OTHERS;
    }
    // A job has at least one execution, or it would not exist.
    return frontier.map((_, i) => Math.max(1, i < others ? usual : mean(i, DIVES)));
  }
}
