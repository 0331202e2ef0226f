import type { ScenarioShape } from '@fencepost/core';
import { Random } from '@fencepost/core';
import { MOST_CALLS } from '../histories/history.js';
import type { Scenario, Scenarios } from './scenarios.js';
import { shapesOf } from './scenarios.js';

/** Maximum number of additional calls of random scenarios, compared with those that are all checked. */
const MOST_CALLS_MORE = 3;

/** Fixed seed, so that all processes agree on the numbers of the scenarios. */
const SEED = 1;

/** Maximum fraction of all scenarios that is drawn one by one. For more, enumerating all is quicker. */
const MOST_DRAWN = 1 / 10;
/**
 * Number of consecutive draws of known scenarios after which drawing ends, because the remaining ones are hardly ever
 * drawn.
 */
const MOST_MISSES = 1000;
/** Number of scenarios enumerated for each one that is then still wanted, because there may be very many. */
const MOST_LISTED = 100;

/** Distinct scenarios with a few more calls than those that are all checked: the requested number, or all of them. */
export class RandomScenarios {
  readonly count: number;
  /** Description of the sizes: `with 5 to 7 calls` */
  readonly extent: string;
  private readonly scenarios: Scenarios;
  /** The letters that each thread may call. */
  private readonly threads: readonly (readonly number[])[];
  /** Numbers of calls of the scenarios. */
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
    this.extent = `with ${sizes} calls${this.count === this.all ? ' (all of them)' : ''}`;
  }

  /** Approximate number of scenarios by shape. */
  get shapes(): readonly ScenarioShape[] {
    const { count, all, sizes, scenarios, threads } = this;
    if (!this.isDrawn) {
      const every = sizes.flatMap((size) => scenarios.shapes(size));
      return every.map((shape) => ({ ...shape, count: (shape.count * count) / all }));
    }
    // Each call may be made by any thread.
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

  /** Draws scenarios: each call is assigned to any thread, and is any call that this thread may make. */
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

  /** Chooses the remaining scenarios from the list of those not seen, each with equal probability. */
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

/** Returns the number of orders in which threads can make these numbers of calls. */
function ordersOf(lengths: readonly number[]): number {
  let orders = 1;
  let before = 0;
  for (const own of lengths) for (let i = 1; i <= own; i++) orders *= ++before / i;
  return orders;
}

function keyOf(scenario: Scenario): string {
  return JSON.stringify(scenario);
}
