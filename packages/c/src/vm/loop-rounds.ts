import type { Operation, Site } from '@fencepost/core';
import { cut, formatSite, stuck } from '@fencepost/core';
import type { LoopInfo, Place } from '../ir/tables.js';
import type { Steps } from '../runtime/services.js';
import type { Context } from './context.js';

/** The most consecutive iterations without a visible operation; more while the thread is alone. */
const MOST_SILENT = 1_000_000;
const MOST_SILENT_ALONE = 100_000_000;

/**
 * After this many silent iterations, and then after twice as many each time, test whether the next one changes
 * anything.
 */
const FIRST_LOOK = 16;

/** The progress of a thread, as far as it concerns loops. */
export interface Progress {
  /** Visible operations. */
  readonly operations: number;
  /** How many operations, visible or not, changed something that outlives the loop. */
  readonly effects: number;
  /** How many open values were chosen. */
  readonly choices: number;
}

/** The thread at the head of a loop. */
interface Stand {
  readonly operations: number;
  readonly choices: number;
}

interface Visit {
  operations: number;
  effects: number;
  /** Where it stood since the last effect, by its private state. */
  readonly stands: Map<string, Stand>;
  /** Iterations with visible operations since the loop was entered. */
  iterations: number;
  silent: number;
  /** The silent iteration at whose start to take the next snapshot, and the last snapshot. */
  lookAt: number;
  seen: string;
}

/**
 * Loops of one thread. A thread that returns to the head of a loop with the same private state that matters there (see
 * ir/carried.ts) as before, one or several iterations ago, having changed nothing in between, would do the same again as
 * long as it reads the same: it waits for a change instead. All other loops are followed up to a bound.
 *
 * A loop belongs to an activation of its function, which `depth` distinguishes from all others that have not returned.
 * An earlier activation at that depth has left its loops, and entering a loop is announced.
 */
export class Loops {
  private readonly context: Context;
  private readonly siteOf: (place: Place) => Site | undefined;
  private readonly loopCount: number;
  private readonly visits = new Map<number, Visit>();
  /** Number of visible operations at the last visit of the head of a loop. */
  private lastHead = -1;

  constructor(context: Context, siteOf: (place: Place) => Site | undefined) {
    this.context = context;
    this.siteOf = siteOf;
    this.loopCount = context.image.tables.loops.length;
  }

  enter(loop: number, depth: number): void {
    this.visits.delete(this.keyOf(loop, depth));
  }

  /** Is the next visible operation the first since the head of a loop? */
  atHead(operations: number): boolean {
    return this.context.bounds.wait && this.lastHead === operations;
  }

  /** At the head of a loop: is there nothing to do, because nothing visible has happened since the last visit? */
  passesSilently(loop: number, depth: number, operations: number, alone: boolean): boolean {
    const visit = this.visits.get(this.keyOf(loop, depth));
    if (visit === undefined || (!alone && visit.operations !== operations)) return false;
    const silent = ++visit.silent;
    if (alone) return silent <= MOST_SILENT_ALONE;
    return silent <= MOST_SILENT && silent !== visit.lookAt && silent !== visit.lookAt + 1;
  }

  /** At the head of a loop; `alone`: nothing is visible yet. */
  *visit(loop: number, depth: number, progress: Progress, state: string, alone: boolean): Steps<undefined> {
    const info = this.infoOf(loop);
    const visit = this.visits.get(this.keyOf(loop, depth));
    const { operations, effects, choices } = progress;
    if (visit === undefined) {
      const stands = new Map([[state, { operations, choices }]]);
      const now = { operations, effects, stands, silent: 0 };
      this.visits.set(this.keyOf(loop, depth), { ...now, iterations: 0, lookAt: FIRST_LOOK, seen: '' });
    } else if (alone || visit.operations === operations) {
      if (alone || visit.silent > MOST_SILENT) {
        yield this.stop(info, `${visit.silent - 1} iterations in a row without a visible operation`);
      }
      yield* this.look(visit, info, `${effects} ${state}`);
    } else yield* this.again(visit, info, progress, state);
    this.lastHead = operations;
    return undefined;
  }

  /** A silent iteration that changes nothing repeats forever, unless memory that seems private is not. */
  private *look(visit: Visit, info: LoopInfo, state: string): Steps<void> {
    if (visit.silent === visit.lookAt) {
      visit.seen = state;
      return;
    }
    if (this.context.bounds.wait && info.comparable && state === visit.seen) yield stuck(0, info.site);
    visit.lookAt = 2 * visit.silent;
  }

  private keyOf(loop: number, depth: number): number {
    return depth * this.loopCount + loop;
  }

  private infoOf(loop: number): LoopInfo {
    const info = this.context.image.tables.loops[loop]!;
    const site = this.siteOf(info);
    return { function: info.function, comparable: info.comparable, ...(site && { site }) };
  }

  private *again(visit: Visit, info: LoopInfo, progress: Progress, state: string): Steps<void> {
    const { operations, effects, choices } = progress;
    if (effects !== visit.effects) visit.stands.clear();
    const before = visit.stands.get(state);
    if (this.context.bounds.wait && before !== undefined) {
      // Other choices are explored as well: this is no endless loop.
      if (choices !== before.choices) yield cut(info.site, false);
      yield stuck(operations - before.operations, info.site);
    }
    visit.stands.set(state, { operations, choices });
    if (++visit.iterations >= this.context.bounds.unroll) {
      yield this.stop(info, `${this.context.bounds.unroll} iterations`, 'raise --unroll');
    }
    Object.assign(visit, { operations, effects, silent: 0, lookAt: FIRST_LOOK });
  }

  /** Cuts the loop off. */
  private stop(info: LoopInfo, bound: string, advice = 'make it shorter for the check'): Operation {
    this.context.limits.set(place(info), { what: place(info), bound, advice });
    return cut(info.site, false);
  }
}

function place({ site, function: name }: { readonly site?: Site; readonly function: string }): string {
  return site === undefined ? `a loop of ${name}` : `the loop at ${formatSite(site)}`;
}
