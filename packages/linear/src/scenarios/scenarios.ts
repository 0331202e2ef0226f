import type { ScenarioShape } from '@fencepost/core';
import type { Alphabet } from './alphabet.js';
import { permutations } from './alphabet.js';

/** The calls of each thread, in order, as letters of an alphabet. */
export type Scenario = readonly (readonly number[])[];

/** The calls that each thread may make. */
export interface Plan {
  readonly alphabet: Alphabet;
  /** By thread: the letters that it may call. Threads with the same letters are alike. */
  readonly threads: readonly (readonly number[])[];
  /** Calls before the threads start. */
  readonly initial: readonly number[];
}

/** A renaming of threads and values under which scenarios are equivalent. */
interface Renaming {
  /** By thread: the thread that gets its calls. */
  readonly threads: readonly number[];
  readonly letters: readonly number[];
}

/**
 * Enumerates every assignment of calls to threads. Of those that differ only in the names of threads that may make the
 * same calls, or of values that are alike, it yields one.
 */
export class Scenarios {
  private readonly plan: Plan;
  /** By thread: its role. Threads with the same role are alike. */
  private readonly roles: readonly string[];
  private readonly exchanges: readonly (readonly number[])[];
  private readonly renamings: readonly Renaming[];

  constructor(plan: Plan) {
    this.plan = plan;
    this.roles = plan.threads.map((letters) => letters.join());
    const orders = permutations(plan.threads.length).filter((order) =>
      order.every((to, from) => this.roles[to] === this.roles[from]),
    );
    this.exchanges = plan.alphabet.exchanges(plan.initial);
    this.renamings = orders.flatMap((threads) => this.exchanges.map((letters) => ({ threads, letters })));
  }

  /**
   * Returns the number of scenarios with this number of calls, by Burnside's lemma: counts those that each renaming
   * leaves unchanged.
   */
  count(calls: number): number {
    let sum = 0;
    for (const { threads, letters } of this.renamings) sum += this.unchanged(threads, letters, calls);
    return Math.round(sum / this.renamings.length);
  }

  /** Returns the approximate number of scenarios by shape, assuming that all equivalence classes have the same size. */
  shapes(calls: number): readonly ScenarioShape[] {
    const { threads } = this.plan;
    const assignments = (lengths: readonly number[]): number =>
      lengths.reduce((product, length, t) => product * threads[t]!.length ** length, 1);
    return shapesOf(calls, threads.length, this.count(calls), assignments);
  }

  /** Yields the scenarios with this number of calls. */
  *ofSize(calls: number): Generator<Scenario> {
    for (const scenario of this.fill(calls, [])) if (this.isFirst(scenario)) yield scenario;
  }

  /** Yields all scenarios, the smallest first. */
  *upTo(calls: number): Generator<Scenario> {
    for (let size = 1; size <= calls; size++) yield* this.ofSize(size);
  }

  /** Returns the representative of all scenarios equivalent to this one. */
  first(scenario: Scenario): Scenario {
    const renamed = this.exchanges.map((letters) =>
      this.sorted(scenario.map((calls) => calls.map((letter) => letters[letter]!))),
    );
    return renamed.reduce((least, each) => (compare(each, least) < 0 ? each : least));
  }

  /** Sorts threads that are alike into the order of enumeration. */
  private sorted(scenario: Scenario): Scenario {
    const left = [...scenario.keys()].sort((a, b) => compareCalls(scenario[a]!, scenario[b]!));
    return this.roles.map((role) => {
      const next = left.findIndex((t) => this.roles[t] === role);
      return scenario[left.splice(next, 1)[0]!]!;
    });
  }

  private *fill(left: number, before: Scenario): Generator<Scenario> {
    const { threads } = this.plan;
    const t = before.length;
    const isLast = t === threads.length - 1;
    // Among threads that are alike, the first have the longest sequences.
    const alike = t > 0 && this.roles[t - 1] === this.roles[t];
    const most = alike ? Math.min(left, before[t - 1]!.length) : left;
    for (let length = most; length >= (isLast ? left : 0); length--) {
      for (const sequence of sequences(threads[t]!, length)) {
        if (isLast) yield [...before, sequence];
        else yield* this.fill(left - length, [...before, sequence]);
      }
    }
  }

  /** Whether the scenario is the representative of its equivalence class. */
  private isFirst(scenario: Scenario): boolean {
    return this.renamings.every(({ threads, letters }) => {
      // The thread `t` of the renamed scenario has the calls of `from[t]`.
      for (let t = 0; t < scenario.length; t++) {
        const own = scenario[t]!;
        const other = scenario[threads[t]!]!;
        if (own.length !== other.length) return own.length > other.length;
        const at = own.findIndex((letter, i) => letter !== letters[other[i]!]);
        if (at >= 0) return own[at]! < letters[other[at]!]!;
      }
      return true;
    });
  }

  /** Returns the number of scenarios of this size that a renaming leaves unchanged. */
  private unchanged(threads: readonly number[], letters: readonly number[], calls: number): number {
    let totals = [1, ...new Array<number>(calls).fill(0)];
    const seen = new Set<number>();
    for (const t of threads.keys()) {
      if (seen.has(t)) continue;
      // The threads of a cycle have the same calls up to renaming. Those of one thread determine the others, and map to
      // themselves after a full cycle.
      let cycle = 0;
      let renamed = [...letters.keys()];
      for (let u = t; !seen.has(u); u = threads[u]!) {
        seen.add(u);
        cycle++;
        renamed = renamed.map((letter) => letters[letter]!);
      }
      const own = this.plan.threads[t]!.filter((letter) => renamed[letter] === letter).length;
      const next = totals.map(() => 0);
      totals.forEach((total, size) => {
        for (let length = 0; size + cycle * length <= calls; length++)
          next[size + cycle * length]! += total * own ** length;
      });
      totals = next;
    }
    return totals[calls]!;
  }
}

/** Compares scenarios by the order of enumeration. Negative if the first comes before the second. */
function compare(a: Scenario, b: Scenario): number {
  for (const [t, calls] of a.entries()) {
    const compared = compareCalls(calls, b[t]!);
    if (compared !== 0) return compared;
  }
  return 0;
}

/** Compares sequences of calls. The longest come first. */
function compareCalls(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((letter, i) => letter !== b[i]);
  return a.length !== b.length ? b.length - a.length : at < 0 ? 0 : a[at]! - b[at]!;
}

/**
 * Returns how many of `count` scenarios have each shape. Shapes are weighted by the numbers of calls of the threads.
 */
export function shapesOf(
  calls: number,
  threads: number,
  count: number,
  weightOf: (lengths: readonly number[]) => number,
): readonly ScenarioShape[] {
  const weights = new Map<string, ScenarioShape>();
  let sum = 0;
  for (const lengths of lengthsOf(calls, threads)) {
    const shape = lengths.filter((length) => length > 0).toSorted((a, b) => b - a);
    const weight = weightOf(lengths);
    const before = weights.get(shape.join())?.count ?? 0;
    weights.set(shape.join(), { calls: shape, count: before + weight });
    sum += weight;
  }
  return [...weights.values()].map((shape) => ({ ...shape, count: (count * shape.count) / sum }));
}

/** Yields all ways to distribute `calls` calls to `threads` threads. */
function* lengthsOf(calls: number, threads: number): Generator<readonly number[]> {
  if (threads === 1) yield [calls];
  else
    for (let first = 0; first <= calls; first++)
      for (const rest of lengthsOf(calls - first, threads - 1)) yield [first, ...rest];
}

function* sequences(letters: readonly number[], length: number): Generator<readonly number[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const first of letters) for (const rest of sequences(letters, length - 1)) yield [first, ...rest];
}
