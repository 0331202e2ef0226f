import { failureKey } from '@fencepost/core';
import type { CycleOutcome, CycleReport, TestFailureReport, TestReport } from '@fencepost/report';
import { CYCLE_RANK } from './cycles.js';
import { scheduleOf, testFailuresInOrder } from './show-tests.js';

/** A finding of the smallest seed that showed it: the seed, the position in its report, and the content. Plain JSON. */
export interface First {
  readonly seed: number;
  readonly place: number;
  readonly shown: unknown;
}

/** A tally as plain JSON. */
export interface SavedTally {
  readonly counts: Readonly<Record<string, number>>;
  readonly firsts: Readonly<Record<string, First>>;
}

type About = Pick<TestReport, 'source' | 'program' | 'model' | 'method' | 'replay' | 'allowsRelaxed'>;
type Accesses = CycleReport['accesses'];

/**
 * The results of tests of a program under a model with several seeds. It consists of sums, and of the findings of the
 * smallest seed, so it does not depend on which helper tested which seeds, nor when.
 */
export class SeedTally {
  private readonly counts = new Map<string, number>();
  private readonly firsts = new Map<string, First>();

  /** Prefix of the keys of `firsts` that are failures. */
  static readonly FAILURE = 'failure ';

  get seeds(): number {
    return this.count('seeds');
  }

  get executions(): number {
    return this.count('executions');
  }

  get failed(): boolean {
    return this.under(SeedTally.FAILURE).length > 0;
  }

  /** Adds the test with one seed. */
  add(test: TestReport): void {
    const { source, program, model, method, replay, allowsRelaxed, seed } = test;
    const about: About = { source, program, model, method, replay, ...(allowsRelaxed === true && { allowsRelaxed }) };
    this.found('about', { seed, place: 0, shown: about });
    this.increase('seeds', 1);
    for (const name of ['executions', 'sequential', 'unfinished', 'seconds'] as const) this.increase(name, test[name]);
    this.increase(`stopped by ${test.stoppedBy}`, 1);
    for (const [place, note] of test.notes.entries()) this.found(`note ${note}`, { seed, place, shown: note });
    const keys = test.failures.map(failureKey);
    for (const [place, failure] of test.failures.entries()) {
      const key = keys[place]!;
      this.found(SeedTally.FAILURE + key, { seed, place, shown: failure });
      this.increase(`executions with ${key}`, failure.executions);
      this.increase(`under SC ${key}`, failure.underSc === true ? 1 : 0);
    }
    for (const [place, cycle] of test.cycles.entries()) this.addCycle(cycle, keys, seed, place);
  }

  /** Records a seed that was not tested, and the reason. */
  leaveOut(why: 'time' | 'interrupt'): void {
    this.increase(`stopped by ${why}`, 1);
  }

  merge({ counts, firsts }: SavedTally): void {
    for (const [key, count] of Object.entries(counts)) this.increase(key, count);
    for (const [key, first] of Object.entries(firsts)) this.found(key, first);
  }

  save(): SavedTally {
    return { counts: Object.fromEntries(this.counts), firsts: Object.fromEntries(this.firsts) };
  }

  /** Returns a report. `seed` is the first of the range. At least one must have been tested. */
  report(seed: number): TestReport {
    const failures = testFailuresInOrder(this.failures());
    const cycles = this.cycles(failures);
    const having = (outcome: CycleOutcome): number => cycles.filter((cycle) => cycle.outcome === outcome).length;
    return {
      ...(this.firsts.get('about')!.shown as About),
      ...{ seed, seeds: this.seeds, executions: this.executions },
      ...{ sequential: this.count('sequential'), unfinished: this.count('unfinished'), seconds: this.count('seconds') },
      stoppedBy: STOPPED_BY.find((reason) => this.count(`stopped by ${reason}`) > 0) ?? null,
      predicted: cycles.filter(({ predicted }) => predicted).length,
      confirmed: having('harmful') + having('benign'),
      harmful: having('harmful'),
      ...{ cycles, failures, schedule: scheduleOf(failures, cycles) },
      notes: this.under('note ').map(([, { shown }]) => shown as string),
    };
  }

  private addCycle(cycle: CycleReport, failures: readonly string[], seed: number, place: number): void {
    const { accesses, schedule } = cycle;
    const key = cycleKey(accesses);
    this.found(`cycle ${key}`, { seed, place, shown: accesses });
    for (const name of ['trials', 'confirmed', 'byTheWay'] as const) this.increase(`${name} ${key}`, cycle[name]);
    this.increase(`predicted ${key}`, cycle.predicted ? 1 : 0);
    this.increase(`possible ${key}`, cycle.outcome === 'not possible' ? 0 : 1);
    if (schedule === null) return;
    this.found(`execution ${key}`, { seed, place, shown: schedule });
    for (const index of cycle.failures) this.found(`harm ${key}${failures[index]!}`, { seed, place, shown: schedule });
  }

  private failures(): TestFailureReport[] {
    return this.under(SeedTally.FAILURE).map(([key, { seed, shown }]) => ({
      ...(shown as TestFailureReport),
      seed,
      executions: this.count(`executions with ${key}`),
      underSc: this.count(`under SC ${key}`) > 0 ? true : null,
    }));
  }

  private cycles(failures: readonly TestFailureReport[]): CycleReport[] {
    const cycles = this.under('cycle ').map(([key, { shown }]): CycleReport => {
      // Failures that some seed has shown under SC as well are not caused by a cycle.
      const harm = failures.flatMap((failure, index) => {
        const first = failure.underSc === true ? undefined : this.firsts.get(`harm ${key}${failureKey(failure)}`);
        return first === undefined ? [] : [{ index, first }];
      });
      const least = harm.map(({ first }) => first).toSorted(bySeed)[0] ?? this.firsts.get(`execution ${key}`);
      const [trials, confirmed] = [this.count(`trials ${key}`), this.count(`confirmed ${key}`)];
      const other = this.count(`possible ${key}`) > 0 ? 'not confirmed' : 'not possible';
      return {
        outcome: harm.length > 0 ? 'harmful' : least === undefined ? other : 'benign',
        predicted: this.count(`predicted ${key}`) > 0,
        ...{ accesses: shown as Accesses, trials, confirmed, byTheWay: this.count(`byTheWay ${key}`) },
        probability: trials === 0 ? 0 : confirmed / trials,
        failures: harm.map(({ index }) => index),
        schedule: (least?.shown as string | undefined) ?? null,
      };
    });
    return cycles.toSorted((a, b) => CYCLE_RANK[a.outcome] - CYCLE_RANK[b.outcome] || b.probability - a.probability);
  }

  /**
   * Returns the findings whose keys start with this word, without that prefix, in the order in which seeds have shown
   * them.
   */
  private under(word: string): [key: string, First][] {
    const found = [...this.firsts].filter(([key]) => key.startsWith(word));
    return found
      .map(([key, first]): [string, First] => [key.slice(word.length), first])
      .sort(([, a], [, b]) => bySeed(a, b));
  }

  private count(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  private increase(key: string, by: number): void {
    if (by > 0) this.counts.set(key, this.count(key) + by);
  }

  private found(key: string, first: First): void {
    const known = this.firsts.get(key);
    if (known === undefined || bySeed(first, known) < 0) this.firsts.set(key, first);
  }
}

/**
 * Returns a key for a cycle, independent of the pair it starts with, because that depends on the order of discovery.
 */
function cycleKey(accesses: Accesses): string {
  const names = accesses.map(({ kind, label }) => `${kind} ${label}`);
  const turned = names.flatMap((_, i) => (i % 2 === 0 ? [[...names.slice(i), ...names.slice(0, i)]] : []));
  return turned.map((each) => JSON.stringify(each)).reduce((least, each) => (each < least ? each : least));
}

function bySeed(a: First, b: First): number {
  return a.seed - b.seed || a.place - b.place;
}

/** Reasons in decreasing order of significance. */
const STOPPED_BY = ['interrupt', 'memory', 'time', 'executions'] as const;
