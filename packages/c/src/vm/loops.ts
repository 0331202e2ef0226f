import type { Operation, Site } from '@fencepost/core';
import { cut, formatSite, stuck } from '@fencepost/core';
import type { LoopInfo, Place } from '../ir/tables.js';
import type { Steps } from '../runtime/services.js';
import type { Context } from './context.js';

/** Iterations in a row without a visible operation that are followed; more while the thread is alone. */
const MOST_SILENT = 1_000_000;
const MOST_SILENT_ALONE = 100_000_000;

/** What a thread has done so far, as far as loops care. */
export interface Progress {
  /** Visible operations. */
  readonly operations: number;
  /** Of these, and of everything else, what changed something that outlives the loop. */
  readonly effects: number;
  /** Values left open that were chosen. */
  readonly choices: number;
}

interface Visit {
  operations: number;
  effects: number;
  choices: number;
  /** Iterations with visible operations since the loop was entered. */
  iterations: number;
  silent: number;
  state: string;
}

/**
 * Loops of one thread. A thread that comes back to the head of a loop with the same private state that matters there (see
 * ir/carried.ts) as before, having changed nothing in between, would do the same again as long as it reads the same: it
 * waits for a change instead. All other loops are followed up to a bound.
 */
export class Loops {
  private readonly context: Context;
  private readonly siteOf: (place: Place) => Site | undefined;
  private readonly visits = new Map<number, Visit>();
  /** Number of visible operations at the last visit of the head of a loop. */
  private lastHead = -1;

  constructor(context: Context, siteOf: (place: Place) => Site | undefined) {
    this.context = context;
    this.siteOf = siteOf;
  }

  enter(loop: number): void {
    this.visits.delete(loop);
  }

  /** Is the next visible operation the first since the head of a loop? */
  atHead(operations: number): boolean {
    return this.context.bounds.wait && this.lastHead === operations;
  }

  /** At the head of a loop: is there nothing to do, as nothing visible has happened since the last time? */
  passesSilently(loop: number, operations: number, alone: boolean): boolean {
    const visit = this.visits.get(loop);
    if (visit === undefined || (!alone && visit.operations !== operations)) return false;
    return ++visit.silent <= (alone ? MOST_SILENT_ALONE : MOST_SILENT);
  }

  /** At the head of a loop; `alone`: nothing is visible yet. */
  *visit(loop: number, progress: Progress, state: () => string, alone: boolean): Steps<undefined> {
    const info = this.infoOf(loop);
    let visit = this.visits.get(loop);
    if (visit === undefined) {
      const { operations, effects, choices } = progress;
      visit = { operations, effects, choices, iterations: 0, silent: 0, state: alone ? '' : state() };
      this.visits.set(loop, visit);
    } else if (alone || visit.operations === progress.operations) {
      yield this.stop(info, `${visit.silent - 1} iterations in a row without a visible operation`);
    } else yield* this.again(visit, info, progress, state());
    this.lastHead = progress.operations;
    return undefined;
  }

  private infoOf(loop: number): LoopInfo {
    const info = this.context.image.tables.loops[loop]!;
    const site = this.siteOf(info);
    return { function: info.function, ...(site && { site }) };
  }

  private *again(visit: Visit, info: LoopInfo, progress: Progress, state: string): Steps<void> {
    const { operations, effects, choices } = progress;
    const { wait } = this.context.bounds;
    if (wait && effects === visit.effects && state === visit.state) {
      // It could have chosen otherwise, and will be seen to: this is no endless loop.
      if (choices !== visit.choices) yield cut(info.site, false);
      yield stuck(operations - visit.operations, info.site);
    }
    if (++visit.iterations >= this.context.bounds.unroll) {
      yield this.stop(info, `${this.context.bounds.unroll} iterations`, 'raise --unroll');
    }
    Object.assign(visit, { operations, effects, choices, state, silent: 0 });
  }

  /** The loop is not followed further. */
  private stop(info: LoopInfo, bound: string, advice = 'make it shorter for the check'): Operation {
    this.context.limits.set(place(info), { what: place(info), bound, advice });
    return cut(info.site, false);
  }
}

function place({ site, function: name }: { readonly site?: Site; readonly function: string }): string {
  return site === undefined ? `a loop of ${name}` : `the loop at ${formatSite(site)}`;
}
