import type { LocalStates, ModelName, Random } from '@fencepost/core';
import { endingOf } from '../results/ending.js';
import { GraphExplorer } from './explorer.js';
import { FinishedGraph } from './finished-graph.js';
import { KIND, THREAD } from './frames.js';
import type { Job } from './frontier.js';

/** Part of the probability that goes to all choices alike, so that none is ever as good as impossible. */
const EVEN = 0.3;

/** Beyond e to this power numbers of executions are all alike, and their squares are still numbers. */
const MOST = 300;

/**
 * What earlier dives found below a choice: how many there were, and the sum of the square roots of what they stood for. (The
 * mean itself goes by a few large ones; the mean of the roots settles sooner.)
 */
interface Choice {
  dives: number;
  roots: number;
}

/** By operation: what is known about each of its choices. */
export type Learnt = Map<string, Choice[]>;

/**
 * Random dives into what is unexplored (Knuth, "Estimating the efficiency of backtrack programs", 1975): of each frame one
 * choice is taken at random, and an execution reached with probability p stands for 1/p. The mean over dives has the number
 * of executions as its expected value, whatever the probabilities are. How much it scatters depends on them: it would
 * not at all if each choice were taken in proportion to the executions below it. So dives learn: the choices of the same
 * operation (same thread, position, number of choices) are taken in proportion to what earlier dives found below them.
 */
export class Dives {
  private readonly explorer: GraphExplorer;
  private readonly random: Random;
  private readonly learnt: Learnt;
  /** Of the present dive: the choices taken, and what an execution reached so far stands for (its logarithm). */
  private readonly taken: { readonly choice: Choice; readonly logarithm: number }[] = [];
  private logarithm = 0;

  /** `learnt` is what dives share, into whichever job. */
  constructor(states: LocalStates, model: ModelName, job: Job | undefined, learnt: Learnt, random: Random) {
    this.explorer = new GraphExplorer(states, model);
    if (job !== undefined) this.explorer.load(job);
    this.learnt = learnt;
    this.random = random;
  }

  /** A random number with the job's number of complete executions as its expected value. */
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
