import type { LocalStates, ModelName, Random } from '@fencepost/core';
import { endingOf } from '../../results/ending.js';
import { GraphExplorer } from './explorer.js';
import { FinishedGraph } from '../state/finished-graph.js';
import { KIND, THREAD } from '../state/frames.js';
import type { Job } from './job.js';

/** The share of the probability that is divided evenly among choices, so that none becomes nearly impossible. */
const EVEN = 0.3;

/** Cap on logarithms. Beyond it, numbers of executions are not distinguished, and their squares stay finite. */
const MOST = 300;

/**
 * Results of earlier dives below a choice: their number, and the sum of the square roots of their estimates. (A few
 * large values dominate the mean; the mean of the roots converges sooner.)
 */
interface Choice {
  dives: number;
  roots: number;
}

/** By operation: statistics of each of its choices. */
export type Learnt = Map<string, Choice[]>;

/**
 * Random dives into the unexplored part (Knuth, "Estimating the efficiency of backtrack programs", 1975): one choice of
 * each frame is taken at random, and an execution reached with probability p stands for 1/p. The expected value of the
 * mean over dives is the number of executions, whatever the probabilities are. Its variance depends on them: it would
 * be zero if each choice were taken in proportion to the executions below it. So dives learn: the choices of the same
 * operation (same thread, position, number of choices) are taken in proportion to the results of earlier dives below
 * them.
 */
export class Dives {
  private readonly explorer: GraphExplorer;
  private readonly random: Random;
  private readonly learnt: Learnt;
  /**
   * For the current dive: the choices taken, and the logarithm of the number of executions that its execution stands
   * for.
   */
  private readonly taken: { readonly choice: Choice; readonly logarithm: number }[] = [];
  private logarithm = 0;

  /** `learnt` is shared by dives into all jobs. */
  constructor(states: LocalStates, model: ModelName, job: Job | undefined, learnt: Learnt, random: Random) {
    this.explorer = new GraphExplorer(states, model, job?.races, job?.units);
    if (job !== undefined) this.explorer.load(job);
    this.learnt = learnt;
    this.random = random;
  }

  /** Returns a random number whose expected value is the job's number of complete executions. */
  dive(): number {
    this.logarithm = 0;
    this.taken.length = 0;
    const ending = this.explorer.dive(
      (frame, count) => this.choose(frame, count),
      (graph) => endingOf(graph.states, new FinishedGraph(graph)),
    );
    for (const { choice, logarithm } of this.taken) {
      choice.dives++;
      choice.roots += Math.exp(Math.min(this.logarithm - logarithm, MOST) / 2);
    }
    return ending?.kind !== 'complete' ? 0 : Math.exp(Math.min(this.logarithm, MOST));
  }

  private choose(frame: Int32Array, count: number): number {
    if (count === 1) return 0;
    const choices = this.choicesOf(frame, count);
    const probabilities = probabilitiesOf(choices);
    let left = this.random.next();
    const found = probabilities.findIndex((probability) => (left -= probability) < 0);
    const chosen = found < 0 ? count - 1 : found;
    this.logarithm -= Math.log(probabilities[chosen]!);
    this.taken.push({ choice: choices[chosen]!, logarithm: this.logarithm });
    return chosen;
  }

  private choicesOf(frame: Int32Array, count: number): Choice[] {
    const t = frame[THREAD]!;
    const { graph } = this.explorer;
    const key = `${frame[KIND]!} ${graph.states.threads.handles[t]!} ${graph.executed[t]!} ${count}`;
    let choices = this.learnt.get(key);
    if (choices === undefined) {
      choices = Array.from({ length: count }, () => ({ dives: 0, roots: 0 }));
      this.learnt.set(key, choices);
    }
    return choices;
  }
}

function probabilitiesOf(choices: readonly Choice[]): number[] {
  const known = choices.filter(({ dives }) => dives > 0);
  const usual = known.length === 0 ? 1 : known.reduce((sum, choice) => sum + expected(choice), 0) / known.length;
  const weights = choices.map((choice) => (choice.dives === 0 ? usual : expected(choice)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => EVEN / choices.length + ((1 - EVEN) * weight) / all);
}

function expected({ dives, roots }: Choice): number {
  return (roots / dives) ** 2;
}
