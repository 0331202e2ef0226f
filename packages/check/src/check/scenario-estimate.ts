import type { ScenarioShape } from '@fencepost/core';
import type { Estimate } from '@fencepost/report';

/** By shape: number of scenarios explored, and their executions. Plain data. */
export type SavedShapes = readonly (readonly [shape: string, scenarios: number, executions: number])[];

interface Shape {
  /** Approximate number of scenarios of this shape. */
  readonly count: number;
  /** Number of orders in which their calls can be made. */
  readonly orders: number;
  scenarios: number;
  executions: number;
}

/** Number of shapes with more than one thread required to extrapolate the growth of executions. */
const FEWEST_SHAPES = 2;
/** Number of scenarios required for an average. Scenarios of one shape differ by the functions they call. */
const ENOUGH_SCENARIOS = 10;
/** The actual remainder is mostly within this factor of the extrapolated one. */
const UNCERTAINTY = 2;

/**
 * Estimates the number of executions of all scenarios. If the calls of a scenario can be made in n orders, it has about
 * n^p executions, because each call has a few accesses that conflict with others: p is the same for all shapes.
 */
export class ScenarioEstimate {
  private readonly shapes: ReadonlyMap<string, Shape>;
  private executions = 0;

  constructor(shapes: readonly ScenarioShape[], saved: SavedShapes = []) {
    this.shapes = new Map(
      shapes.map(({ calls, count }) => [keyOf(calls), { count, orders: ordersOf(calls), scenarios: 0, executions: 0 }]),
    );
    for (const [shape, scenarios, executions] of saved) this.count(shape, scenarios, executions);
  }

  /** Records that a scenario with these numbers of calls per thread was explored. */
  add(calls: readonly number[], executions: number): void {
    this.count(keyOf(calls), 1, executions);
  }

  /**
   * Returns the estimate; undefined if too few scenarios were explored. `done` is the number of executions so far,
   * including those of a scenario that is not explored completely.
   */
  total(done = this.executions): Estimate | undefined {
    const power = this.power();
    if (power === undefined) return undefined;
    let others = 0;
    let left = 0;
    let executions = 0;
    for (const shape of this.shapes.values()) {
      const more = Math.max(0, shape.count - shape.scenarios);
      others += shape.count - shape.scenarios;
      left += more;
      const isKnown = shape.scenarios >= ENOUGH_SCENARIOS;
      executions += more * (isKnown ? shape.executions / shape.scenarios : shape.orders ** power);
    }
    // The number of scenarios per shape is approximate, but their total is exact.
    if (left > 0) executions *= others / left;
    const within = (factor: number): number => Math.max(done, Math.round(this.executions + factor * executions));
    return { low: within(1 / UNCERTAINTY), likely: within(1), high: within(UNCERTAINTY) };
  }

  save(): SavedShapes {
    return [...this.shapes].map(([key, { scenarios, executions }]) => [key, scenarios, executions] as const);
  }

  private count(key: string, scenarios: number, executions: number): void {
    const shape = this.shapes.get(key);
    if (shape === undefined) return;
    shape.scenarios += scenarios;
    shape.executions += executions;
    this.executions += executions;
  }

  /** Fits the exponent p by least squares, in logarithms. */
  private power(): number | undefined {
    let products = 0;
    let squares = 0;
    let shapes = 0;
    for (const { orders, scenarios, executions } of this.shapes.values()) {
      if (orders === 1 || executions === 0) continue;
      shapes++;
      products += scenarios * Math.log(orders) * Math.log(executions / scenarios);
      squares += scenarios * Math.log(orders) ** 2;
    }
    return shapes < FEWEST_SHAPES ? undefined : Math.max(0, products / squares);
  }
}

function keyOf(calls: readonly number[]): string {
  return calls
    .filter((each) => each > 0)
    .toSorted((a, b) => b - a)
    .join();
}

function ordersOf(calls: readonly number[]): number {
  let orders = 1;
  let before = 0;
  for (const own of calls) for (let i = 1; i <= own; i++) orders *= ++before / i;
  return Math.round(orders);
}
