import type { Operation, Site } from '@fencepost/core';
import { cut, formatSite, stuck } from '@fencepost/core';
import type { Context } from './context.js';
import type { Step } from './steps.js';
import { changesMemory, sameOperation } from './steps.js';

/** Iterations in a row without a visible operation that are followed. */
const MOST_SILENT = 10_000_000;
/**
 * So many times a loop that seems to change nothing is sent round with the same values before it is taken to wait: there
 * may be counters that nothing here sees, deep in objects.
 */
const ROUNDS = 200;

interface Visit {
  operations: number;
  effects: number;
  /** Iterations with visible operations since the loop was entered. */
  iterations: number;
  silent: number;
  carried: readonly unknown[];
}

/** A loop that is sent round again with the values that it has read. */
interface Probe {
  readonly loop: number;
  /** Its operations are the steps from here on. */
  readonly first: number;
  readonly length: number;
  readonly effects: number;
  readonly carried: readonly unknown[];
  at: number;
  rounds: number;
  silent: number;
}

/** What a run tells its loops. */
export interface Progress {
  readonly steps: readonly Step[];
  /** Visible operations so far, those of a probe not included. */
  readonly operations: number;
  /** Changes so far of what outlives an iteration, as far as they can be seen. */
  readonly effects: number;
  /** Is what comes next not known from earlier runs? */
  readonly atFrontier: boolean;
  /** Ends the run with an operation after which nothing comes. */
  end(operation: Operation): never;
  /** Gives up the run: it must be repeated without this probe. */
  repeat(): never;
}

/**
 * The loops of one run. A thread that comes back to the head of a loop with the same variables that matter there, having
 * changed nothing in between, would do the same again as long as it reads the same: it waits for a change instead. As
 * the state of JavaScript objects cannot be compared, the loop is put to the test (`Probe`); a run is thrown away
 * anyway. All other loops are followed up to a bound.
 */
export class Loops {
  private readonly context: Context;
  private readonly progress: Progress;
  private readonly visits = new Map<number, Visit>();
  /** Visible operations at the last visit of the head of a loop. */
  private lastHead = -1;
  private probe: Probe | undefined;
  private hinted = false;
  /** Numbers of operations at which a probe has failed. */
  private readonly failed: ReadonlySet<number>;

  constructor(context: Context, progress: Progress, failed: ReadonlySet<number>) {
    this.context = context;
    this.progress = progress;
    this.failed = failed;
  }

  enter(loop: number): void {
    if (this.probe === undefined) this.visits.delete(loop);
  }

  /** Is the next visible operation the first since the head of a loop? */
  get atHead(): boolean {
    return this.lastHead === this.progress.operations;
  }

  /** The author promises that going round again without a change elsewhere is no use. */
  hint(): void {
    this.hinted = true;
  }

  head(loop: number, carried: readonly unknown[]): void {
    if (this.probe !== undefined) {
      this.probeHead(this.probe, loop, carried);
      return;
    }
    const { operations, effects } = this.progress;
    const visit = this.visits.get(loop);
    if (visit === undefined) this.visits.set(loop, { operations, effects, iterations: 0, silent: 0, carried });
    else if (visit.operations === operations) {
      if (++visit.silent > MOST_SILENT) {
        this.stop(
          loop,
          `${MOST_SILENT} iterations in a row without a visible operation`,
          'make it shorter for the check',
        );
      }
    } else this.again(visit, loop, carried);
    this.lastHead = operations;
  }

  private again(visit: Visit, loop: number, carried: readonly unknown[]): void {
    const { operations, effects, atFrontier } = this.progress;
    const { unroll } = this.context.bounds;
    if (atFrontier) {
      const length = operations - visit.operations;
      if (this.hinted && !this.changedMemory(visit.operations)) this.progress.end(stuck(length, this.siteOf(loop)));
      if (effects === visit.effects && sameValues(carried, visit.carried) && !this.failed.has(operations)) {
        const first = visit.operations;
        this.probe = { loop, first, length, effects, carried, at: 0, rounds: 0, silent: 0 };
        return;
      }
    }
    this.hinted = false;
    if (++visit.iterations >= unroll) this.stop(loop, `${unroll} iterations`, 'raise --unroll');
    Object.assign(visit, { operations, effects, carried, silent: 0 });
  }

  /** Of the operations from `first` on, has one changed memory? */
  private changedMemory(first: number): boolean {
    const { steps, operations } = this.progress;
    for (let i = first; i < operations; i++) {
      const { operation, result } = steps[i]!;
      if (changesMemory(operation, result!)) return true;
    }
    return false;
  }

  /** While a loop is put to the test: the result of its next operation. */
  probed(operation: Operation): number | undefined {
    const { probe } = this;
    if (probe === undefined) return undefined;
    const step = probe.at < probe.length ? this.progress.steps[probe.first + probe.at] : undefined;
    if (step === undefined || !sameOperation(step.operation, operation)) return this.progress.repeat();
    probe.at++;
    return step.result;
  }

  /** Is a loop being put to the test? Then whatever ends the run says that it does not wait. */
  get isProbing(): boolean {
    return this.probe !== undefined;
  }

  private probeHead(probe: Probe, loop: number, carried: readonly unknown[]): void {
    if (++probe.silent > MOST_SILENT) this.progress.repeat();
    if (loop !== probe.loop) return;
    const same = this.progress.effects === probe.effects && sameValues(carried, probe.carried);
    if (probe.at !== probe.length || !same) this.progress.repeat();
    probe.at = 0;
    if (++probe.rounds < ROUNDS) return;
    this.probe = undefined;
    this.progress.end(stuck(probe.length, this.siteOf(loop)));
  }

  /** The loop is not followed further. */
  private stop(loop: number, bound: string, advice: string): never {
    const site = this.siteOf(loop);
    this.context.limit(site === undefined ? 'a loop' : `the loop at ${formatSite(site)}`, bound, advice);
    return this.progress.end(cut(site));
  }

  private siteOf(loop: number): Site | undefined {
    return this.context.siteOf(loop);
  }
}

/** Objects are not compared: they may be made anew in each iteration. */
function sameValues(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.every((value, i) => Object.is(value, b[i]) || (isObject(value) && isObject(b[i])));
}

function isObject(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
