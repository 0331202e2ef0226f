/** A set of which at least one element is needed, as indices of elements. */
export type Demand = readonly number[];

/**
 * Returns a set of elements of least weight that has one of each demand, by branch and bound; undefined if a demand is
 * empty. Among equals, the one whose elements come first. `goesOn` is called for each set examined; once it returns
 * false, the result is the best set found so far, which may not be the lightest.
 */
export function hittingSet(
  demands: readonly Demand[],
  weights: readonly number[],
  goesOn: () => boolean = () => true,
): readonly number[] | undefined {
  if (demands.some((demand) => demand.length === 0)) return undefined;
  const solver = new Solver(weights, goesOn);
  solver.solve(withoutSupersets(demands), [], 0);
  return solver.best?.toSorted((a, b) => a - b);
}

class Solver {
  best: readonly number[] | undefined;
  private least = Infinity;
  private readonly weights: readonly number[];
  private readonly goesOn: () => boolean;

  constructor(weights: readonly number[], goesOn: () => boolean) {
    this.weights = weights;
    this.goesOn = goesOn;
  }

  solve(open: readonly Demand[], chosen: readonly number[], weight: number): void {
    // One set is always found.
    if (!this.goesOn() && this.best !== undefined) return;
    if (weight + this.bound(open) >= this.least) return;
    const [first] = open;
    if (first === undefined) {
      this.best = chosen;
      this.least = weight;
      return;
    }
    const smallest = open.reduce((least, each) => (each.length < least.length ? each : least), first);
    const refused = new Set<number>();
    for (const element of byWeight(smallest, this.weights)) {
      // Elements tried before need not be tried together with this one.
      const left = open.filter((demand) => !demand.includes(element)).map((demand) => without(demand, refused));
      if (left.every((demand) => demand.length > 0))
        this.solve(left, [...chosen, element], weight + this.weights[element]!);
      refused.add(element);
    }
  }

  /** Returns a lower bound: demands without common elements have to be met one by one. */
  private bound(open: readonly Demand[]): number {
    const used = new Set<number>();
    let sum = 0;
    for (const demand of open.toSorted((a, b) => a.length - b.length)) {
      if (demand.some((element) => used.has(element))) continue;
      for (const element of demand) used.add(element);
      sum += Math.min(...demand.map((element) => this.weights[element]!));
    }
    return sum;
  }
}

function byWeight(demand: Demand, weights: readonly number[]): readonly number[] {
  return demand.toSorted((a, b) => weights[a]! - weights[b]! || a - b);
}

function without(demand: Demand, refused: ReadonlySet<number>): Demand {
  return refused.size === 0 ? demand : demand.filter((element) => !refused.has(element));
}

/** Removes demands that include another. A set that meets a demand also meets all demands that include it. */
function withoutSupersets(demands: readonly Demand[]): readonly Demand[] {
  const kept: ReadonlySet<number>[] = [];
  for (const demand of demands.toSorted((a, b) => a.length - b.length)) {
    const set = new Set(demand);
    if (!kept.some((each) => [...each].every((element) => set.has(element)))) kept.push(set);
  }
  return kept.map((each) => [...each]);
}
