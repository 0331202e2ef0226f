import type { ScenarioShape } from '@fencepost/core';
import { Random } from '@fencepost/core';
import { MOST_CALLS } from './history.js';
import type { Scenario, Scenarios } from './scenarios.js';
import { shapesOf } from './scenarios.js';

/** Random scenarios have at most so many calls more than those of which all are checked. */
const MOST_CALLS_MORE = 3;

/** The same each time, so that everybody who counts them agrees on their numbers. */
const SEED = 1;

/** The part of all that is drawn one by one. With more, it is quicker to go through all. */
const MOST_DRAWN = 1 / 10;
/** After so many draws in a row of some that were drawn already, those that are left are hardly ever drawn. */
const MOST_MISSES = 1000;
/** For each that is still wanted then, so many are gone through, as there may be very many. */
const MOST_LISTED = 100;

/** Different scenarios with a few calls more than those of which all are checked: so many, or all that there are. */
export class RandomScenarios {
  readonly count: number;
  /** `with 5 to 7 calls` */
  readonly extent: string;
  private readonly scenarios: Scenarios;
  /** The letters that each thread may call. */
  private readonly threads: readonly (readonly number[])[];
  /** The numbers of calls. */
  private readonly sizes: readonly number[];
  private readonly all: number;

  constructor(scenarios: Scenarios, threads: readonly (readonly number[])[], calls: number, asked: number) {
    this.scenarios = scenarios;
    this.threads = threads;
    const most = Math.min(MOST_CALLS, calls + MOST_CALLS_MORE);
    this.sizes = Array.from({ length: most - calls }, (_, i) => calls + 1 + i);
    this.all = this.sizes.reduce((sum, size) => sum + scenarios.count(size), 0);
    this.count = Math.min(asked, this.all);
    const sizes = this.sizes.length === 1 ? `${most}` : `${calls + 1} to ${most}`;
    this.extent = `with ${sizes} calls${this.count === this.all ? ' (all there are)' : ''}`;
  }

  /** By shape: about how many there are. */
  get shapes(): readonly ScenarioShape[] {
    const { count, all, sizes, scenarios, threads } = this;
    if (!this.isDrawn) {
      const every = sizes.flatMap((size) => scenarios.shapes(size));
      return every.map((shape) => ({ ...shape, count: (shape.count * count) / all }));
    }
    // Each call is by any thread.
    return sizes.flatMap((size) => shapesOf(size, threads.length, count / sizes.length, ordersOf));
  }

  *[Symbol.iterator](): Generator<Scenario> {
    const random = new Random(SEED);
    const seen = new Set<string>();
    if (this.isDrawn) yield* this.drawn(random, seen);
    yield* this.chosen(random, seen);
  }

  private get isDrawn(): boolean {
    return this.count <= this.all * MOST_DRAWN;
  }

  /** Each call is by any thread, and any that this thread makes. */
  private *drawn(random: Random, seen: Set<string>): Generator<Scenario> {
    for (let misses = 0; seen.size < this.count && misses < MOST_MISSES; misses++) {
      const scenario = this.scenarios.first(this.draw(random));
      const key = keyOf(scenario);
      if (seen.has(key)) continue;
      seen.add(key);
      misses = 0;
      yield scenario;
    }
  }

  /** What is still wanted, from the list of those that were not seen; each is as likely as any other. */
  private *chosen(random: Random, seen: ReadonlySet<string>): Generator<Scenario> {
    let wanted = this.count - seen.size;
    let left = Math.min(this.all - seen.size, wanted * MOST_LISTED);
    if (wanted === 0) return;
    for (const size of this.sizes) {
      for (const scenario of this.scenarios.ofSize(size)) {
        if (seen.has(keyOf(scenario)) || random.next() * left-- >= wanted) continue;
        yield scenario;
        if (--wanted === 0) return;
      }
    }
  }

  private draw(random: Random): Scenario {
    const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random.next() * values.length)]!;
    const scenario: number[][] = this.threads.map(() => []);
    for (let left = oneOf(this.sizes); left > 0; left--) {
      const thread = oneOf([...this.threads.keys()]);
      scenario[thread]!.push(oneOf(this.threads[thread]!));
    }
    return scenario;
  }
}

/** In how many orders threads can make so many calls. */
function ordersOf(lengths: readonly number[]): number {
  let orders = 1;
  let before = 0;
  for (const own of lengths) for (let i = 1; i <= own; i++) orders *= ++before / i;
  return orders;
}

function keyOf(scenario: Scenario): string {
  return JSON.stringify(scenario);
}
