import type { HeldSets } from './held-sets.js';
import type { Ideal } from './ideal.js';
import type { LastEvent, PredictedDeadlock } from './predicted.js';

/** Maximum number of threads in a deadlock. */
const MOST_THREADS = 5;
/** Maximum number of requests of one kind that are kept. */
const MOST_KEPT = 256;
/** Maximum number of cycles of locks that are examined. */
const MOST_CYCLES = 100_000;

/** The requests of a mutex by a thread that holds certain others. */
interface Requests {
  readonly thread: number;
  readonly mutex: number;
  readonly place: number;
  readonly held: number;
  // By request, in the order of the thread. `rows`: numbers of kept rows.
  readonly times: number[];
  readonly rows: number[];
  readonly events: number[];
  readonly sites: number[];
}

/**
 * Sync-preserving deadlocks: threads that each hold a mutex which the next one requests, and a reordering, which keeps
 * what each thread reads and the order of critical sections, after which all these requests are next (Tunç, Mathur,
 * Pavlogiannis and Viswanathan, PLDI 2023, SPDOffline). Requests are grouped by thread, mutex and held mutexes. For a
 * cycle of groups, requests that come before others in every reordering are passed for good, so each cycle takes time
 * linear in its requests.
 */
export class DeadlockPredictor {
  private readonly groups = new Map<string, Requests>();
  private readonly all: Requests[] = [];
  /** The groups that hold a mutex. */
  private readonly holding = new Map<number, Requests[]>();
  private cycles = 0;
  private readonly held: HeldSets;
  private readonly rowOf: (kept: number) => number;

  /** `rowOf` returns a row that was kept for a request. */
  constructor(held: HeldSets, rowOf: (kept: number) => number) {
    this.held = held;
    this.rowOf = rowOf;
  }

  /** Whether there were more cycles than were examined. */
  get isIncomplete(): boolean {
    return this.cycles >= MOST_CYCLES;
  }

  /** Handles the locking of a mutex by a thread that holds others; it may have had to wait. */
  request(
    { thread, event, site }: LastEvent,
    mutex: number,
    place: number,
    held: number,
    time: number,
    kept: number,
  ): void {
    const key = `${thread} ${mutex} ${held}`;
    let group = this.groups.get(key);
    if (group === undefined) {
      group = { thread, mutex, place, held, times: [], rows: [], events: [], sites: [] };
      this.groups.set(key, group);
      this.all.push(group);
      for (const each of this.held.mutexesIn(held)) {
        const others = this.holding.get(each);
        if (others === undefined) this.holding.set(each, [group]);
        else others.push(group);
      }
    }
    if (group.times.length === MOST_KEPT) return;
    group.times.push(time);
    group.rows.push(kept);
    group.events.push(event);
    group.sites.push(site);
  }

  /** Returns the deadlocks, one for each set of sites. Call it after the last event. */
  deadlocks(ideal: Ideal, width: number): PredictedDeadlock[] {
    const found = new Map<string, PredictedDeadlock>();
    const examine = (cycle: readonly Requests[]): void => {
      const deadlock = this.examine(cycle, ideal, width);
      if (deadlock === undefined) return;
      const key = deadlock.last
        .map(({ site }) => site)
        .toSorted((a, b) => a - b)
        .join();
      if (!found.has(key)) found.set(key, deadlock);
    };
    this.cycles = 0;
    for (const [i, first] of this.all.entries()) this.extend([first], i, examine);
    return [...found.values()];
  }

  /** Tells all cycles that begin with these groups, and in which no group is older than the first one. */
  private extend(path: readonly Requests[], oldest: number, tell: (cycle: readonly Requests[]) => void): void {
    const [first] = path;
    for (const next of this.holding.get(path.at(-1)!.mutex) ?? []) {
      if (this.isIncomplete) return;
      if (next === first && path.length > 1) {
        this.cycles++;
        tell(path);
      } else if (path.length < MOST_THREADS && this.all.indexOf(next) > oldest && this.canJoin(path, next)) {
        this.extend([...path, next], oldest, tell);
      }
    }
  }

  private canJoin(path: readonly Requests[], next: Requests): boolean {
    return path.every(
      ({ thread, mutex, held }) =>
        thread !== next.thread && mutex !== next.mutex && !this.held.haveCommon(held, next.held),
    );
  }

  private examine(cycle: readonly Requests[], ideal: Ideal, width: number): PredictedDeadlock | undefined {
    const at = cycle.map(() => 0);
    ideal.begin(width);
    for (;;) {
      for (const [i, { thread, times, rows }] of cycle.entries())
        ideal.add(thread, times[at[i]!]!, this.rowOf(rows[at[i]!]!));
      ideal.close();
      let passed = false;
      for (const [i, { thread, times }] of cycle.entries()) {
        while (at[i]! < times.length && ideal.has(thread, times[at[i]!]!)) {
          at[i]!++;
          passed = true;
        }
        if (at[i] === times.length) return undefined;
      }
      if (!passed) break;
    }
    return {
      last: cycle.map(({ thread, events, sites }, i) => ({ thread, event: events[at[i]!]!, site: sites[at[i]!]! })),
      places: cycle.map(({ place }) => place),
      times: ideal.cut(),
    };
  }
}
