import type { LocalStates, ModelName } from '@fencepost/core';
import { endingOf } from '../results/ending.js';
import { GraphExplorer } from './explorer.js';
import { FinishedGraph } from './finished-graph.js';
import { KIND, THREAD } from './frames.js';
import type { Job } from './frontier.js';
import type { Random } from '../shared/random.js';

/** Part of the probability that goes to all ways alike, so that none is ever as good as impossible. */
const EVEN = 0.3;

/** Beyond e to this power numbers of executions are all alike, and their squares are still numbers. */
const MOST = 300;

/**
 * What earlier dives found below a way: how many there were, and the sum of the square roots of what they stood for. (The
 * mean itself goes by a few large ones; the mean of the roots settles sooner.)
 */
interface Way {
  dives: number;
  roots: number;
}

/** By operation: what is known about each of its ways. */
export type Learnt = Map<string, Way[]>;

/**
 * Random dives into what is unexplored (Knuth, "Estimating the efficiency of backtrack programs", 1975): at each choice one
 * way is taken at random, and an execution reached with probability p stands for 1/p. The mean over dives has the number
 * of executions as its expected value, whatever the probabilities are. How much it scatters depends on them: it would
 * not at all if each way were taken in proportion to the executions below it. So dives learn: the ways of the same
 * operation (same thread, position, number of ways) are taken in proportion to what earlier dives found below them.
 */
export class Dives {
  private readonly explorer: GraphExplorer;
  private readonly random: Random;
  private readonly learnt: Learnt;
  /** Of the present dive: the ways taken, and what an execution reached so far stands for (its logarithm). */
  private readonly taken: { readonly way: Way; readonly logarithm: number }[] = [];
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
      (frame, ways) => this.choose(frame, ways),
      (graph) => endingOf(graph.states, new FinishedGraph(graph)),
    );
    for (const { way, logarithm } of this.taken) {
      way.dives++;
      way.roots += Math.exp(Math.min(this.logarithm - logarithm, MOST) / 2);
    }
    return ending?.kind !== 'complete' ? 0 : Math.exp(Math.min(this.logarithm, MOST));
  }

  private choose(frame: Int32Array, count: number): number {
    if (count === 1) return 0;
    const ways = this.waysOf(frame, count);
    const probabilities = probabilitiesOf(ways);
    let left = this.random.next();
    const found = probabilities.findIndex((probability) => (left -= probability) < 0);
    const chosen = found < 0 ? count - 1 : found;
    this.logarithm -= Math.log(probabilities[chosen]!);
    this.taken.push({ way: ways[chosen]!, logarithm: this.logarithm });
    return chosen;
  }

  private waysOf(frame: Int32Array, count: number): Way[] {
    const t = frame[THREAD]!;
    const { graph } = this.explorer;
    const key = `${frame[KIND]!} ${graph.states.threads.handles[t]!} ${graph.executed[t]!} ${count}`;
    let ways = this.learnt.get(key);
    if (ways === undefined) {
      ways = Array.from({ length: count }, () => ({ dives: 0, roots: 0 }));
      this.learnt.set(key, ways);
    }
    return ways;
  }
}

function probabilitiesOf(ways: readonly Way[]): number[] {
  const known = ways.filter(({ dives }) => dives > 0);
  const usual = known.length === 0 ? 1 : known.reduce((sum, way) => sum + expected(way), 0) / known.length;
  const weights = ways.map((way) => (way.dives === 0 ? usual : expected(way)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => EVEN / ways.length + ((1 - EVEN) * weight) / all);
}

function expected({ dives, roots }: Way): number {
  return (roots / dives) ** 2;
}
