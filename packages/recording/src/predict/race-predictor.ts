import { IS_PLAIN, IS_WRITE } from '../races/accesses.js';
import { END } from '../monitor/lists.js';
import { sitePair } from '../monitor/site-pair.js';
import { AccessLists } from './access-lists.js';
import type { HeldSets } from './held-sets.js';
import type { Ideal } from './ideal.js';
import type { PredictedRace } from './predicted.js';
import type { TraceOrder } from './trace-order.js';

/**
 * Sync-preserving races: two accesses that conflict, and a reordering of the execution that keeps what each thread reads
 * and the order of critical sections, after which both are next (Mathur and others, POPL 2021, algorithm 1). For each
 * later access and each list of earlier ones, the accesses that cannot race any more are passed for good, so all checks
 * together are linear in the number of accesses.
 */
export class RacePredictor {
  readonly accesses = new AccessLists();
  private readonly found = new Map<number, PredictedRace>();
  private readonly order: TraceOrder;
  private readonly ideal: Ideal;
  private readonly held: HeldSets;

  constructor(order: TraceOrder, ideal: Ideal, held: HeldSets) {
    this.order = order;
    this.ideal = ideal;
    this.held = held;
  }

  get races(): readonly PredictedRace[] {
    return [...this.found.values()];
  }

  /** Handles an access, which is the next event of t. */
  access(t: number, slot: number, place: number, kind: number, site: number, event: number): void {
    const { accesses, order } = this;
    const held = this.held.of(t);
    for (let list = accesses.first(slot); list !== END; list = accesses.next(list)) {
      if (accesses.threadOf(list) === t || (accesses.kindOf(list) | kind) !== (IS_WRITE | IS_PLAIN)) continue;
      const cursor = accesses.cursorOf(list, t);
      if (accesses.at(cursor) === END) continue;
      this.examine(list, cursor, t, held, place, site, event);
    }
    accesses.add(slot, t, kind, site, order.time[t]!, event, order.needed[t]!, held);
  }

  /** Looks for the first access of a list that races with the next event of t. */
  private examine(
    list: number,
    cursor: number,
    t: number,
    held: number,
    place: number,
    site: number,
    event: number,
  ): void {
    const { accesses, order, ideal } = this;
    const other = accesses.threadOf(list);
    const otherSite = accesses.siteOf(list);
    const key = sitePair(Math.min(site, otherSite), Math.max(site, otherSite));
    if (this.found.has(key)) return;
    for (let at = accesses.at(cursor); at !== END; at = accesses.at(cursor)) {
      const time = accesses.of.time[at]!;
      if (!order.isNeeded(other, time, t) && !this.held.haveCommon(held, accesses.of.held[at]!)) {
        ideal.begin(order.width);
        ideal.add(other, time, accesses.of.row[at]!);
        ideal.add(t, order.time[t]!, order.needed[t]!);
        ideal.close();
        if (!ideal.has(other, time)) {
          const first = { thread: other, site: otherSite, event: accesses.of.event[at]! };
          this.found.set(key, { place, last: [first, { thread: t, site, event }], times: ideal.cut() });
          return;
        }
      }
      accesses.advance(cursor);
    }
  }
}
