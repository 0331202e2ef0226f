import type { ScenarioShape } from '@fencepost/core';
import type { Estimate } from '@fencepost/report';

/** By shape: how many scenarios were explored, and their executions. As plain data. */
export type SavedShapes = readonly (readonly [shape: string, scenarios: number, executions: number])[];

interface Shape {
  /** How many scenarios have it, about. */
  readonly count: number;
  /** In how many orders their calls can be made. */
  readonly orders: number;
  scenarios: number;
  executions: number;
}

/** How executions grow can be told from so many shapes with more than one thread. */
const FEWEST_SHAPES = 2;
/** Scenarios of one shape differ by what they call: so many give an average. */
const ENOUGH_SCENARIOS = 10;
/** What is left is mostly within this factor of what was extrapolated. */
const UNCERTAINTY = 2;

/**
 * How many executions all scenarios have. If their calls can be made in n orders, they have about n^p executions, as each call has a few
 * accesses that conflict with others: p is the same for all shapes.
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

  /** A scenario in which threads make so many calls was explored. */
  add(calls: readonly number[], executions: number): void {
    this.count(keyOf(calls), 1, executions);
  }

  /** Undefined: too few were explored. `done`: executions so far, with those of a scenario that is not explored completely. */
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
    // How many have a shape is not exact, how many there are in all is.
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

  /** By least squares, in logarithms. */
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
