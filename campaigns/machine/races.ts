import type { Program } from '../program/ast.js';
import { acquires, releases } from '../program/orders.js';
import type { Event } from './event.js';
import type { Past } from './search.js';
import { search } from './search.js';

/** How much of each thread happens before a point. */
type Clock = readonly number[];

function join(a: Clock, b: Clock): Clock {
  return a.map((time, t) => Math.max(time, b[t]!));
}

interface Access {
  readonly thread: number;
  readonly time: number;
  readonly isWrite: boolean;
  readonly isPlain: boolean;
}

interface Shown {
  /**
   * By thread: what happens before its next event; before its last release fence; before the writes that its relaxed
   * reads saw.
   */
  readonly now: readonly Clock[];
  readonly released: readonly Clock[];
  readonly seen: readonly Clock[];
  /** By location, then by queue: what happens before an acquire read of it. */
  readonly sync: readonly Clock[];
  readonly accesses: readonly (readonly Access[])[];
}

/** Happens-before of C11 (with C++20 release sequences) in an execution under SC, and the locations with a race. */
class HappensBefore implements Past<HappensBefore> {
  readonly key: string;
  private readonly program: Program;
  private readonly shown: Shown;
  private readonly races: Set<number>;

  constructor(program: Program, shown: Shown, races: Set<number>) {
    this.program = program;
    this.shown = shown;
    this.races = races;
    this.key = JSON.stringify(shown);
  }

  static empty(program: Program, races: Set<number>): HappensBefore {
    const { threads, cells, mutexes, conditions } = program;
    const nothing = threads.map(() => 0);
    const now = threads.map((_, t) => nothing.with(t, 1));
    const still = threads.map(() => nothing);
    const sync = Array.from({ length: 2 * cells.length + mutexes + conditions }, () => nothing);
    return new HappensBefore(
      program,
      { now, released: still, seen: still, sync, accesses: cells.map(() => []) },
      races,
    );
  }

  after(thread: number, event: Event): HappensBefore {
    const { shown, program } = this;
    const tick = (clock: Clock): Clock => clock.with(thread, clock[thread]! + 1);
    const now = shown.now[thread]!;
    const go = (change: Partial<Shown>, clock = now): HappensBefore =>
      new HappensBefore(program, { ...shown, ...change, now: shown.now.with(thread, tick(clock)) }, this.races);
    switch (event.kind) {
      case 'read': {
        const { location, order } = event;
        const isAtomic = this.isAtomic(location, order);
        // An acquire read is ordered after the release that it reads from, also when checking for a race between the
        // two.
        const clock = isAtomic && acquires(order) ? join(now, shown.sync[location]!) : now;
        const accesses = this.access(thread, location, false, order, clock);
        if (!isAtomic) return go({ accesses });
        return go({ accesses, seen: shown.seen.with(thread, join(shown.seen[thread]!, shown.sync[location]!)) }, clock);
      }
      case 'write': {
        const { location, order } = event;
        const accesses = this.access(thread, location, true, order, now);
        const isAtomic = this.isAtomic(location, order);
        const released = !isAtomic ? nothingOf(now) : releases(order) ? now : shown.released[thread]!;
        return go({ accesses, sync: shown.sync.with(location, released) });
      }
      case 'update': {
        const { location, order } = event;
        const before = shown.sync[location]!;
        const clock = acquires(order) ? join(now, before) : now;
        const accesses = this.access(thread, location, true, order, clock);
        const seen = shown.seen.with(thread, join(shown.seen[thread]!, before));
        const released = join(before, releases(order) ? clock : shown.released[thread]!);
        return go({ accesses, seen, sync: shown.sync.with(location, released) }, clock);
      }
      case 'fence': {
        const clock = acquires(event.order) ? join(now, shown.seen[thread]!) : now;
        return go(releases(event.order) ? { released: shown.released.with(thread, clock) } : {}, clock);
      }
      case 'queue': {
        const location = program.cells.length + program.mutexes + event.queue;
        const clock = join(now, shown.sync[location]!);
        return go({ sync: shown.sync.with(location, clock) }, clock);
      }
      case 'spawn': {
        const child = shown.now[event.thread]!;
        const started = go({});
        const clocks = started.shown.now.with(event.thread, join(child, now));
        return new HappensBefore(program, { ...started.shown, now: clocks }, this.races);
      }
      case 'join':
        return go({}, join(now, shown.now[event.thread]!));
      default:
        return this;
    }
  }

  /**
   * Whether the access is atomic. Mutexes are atomic. In JavaScript, atomicity belongs to the access, in C to the
   * variable.
   */
  private isAtomic(location: number, order: string): boolean {
    const { cells, language } = this.program;
    const cell = cells[location];
    if (cell === undefined) return true;
    return language === 'javascript' ? order === 'seq_cst' : cell.access === 'atomic';
  }

  private access(thread: number, location: number, isWrite: boolean, order: string, clock: Clock): Shown['accesses'] {
    const { accesses } = this.shown;
    const cell = this.program.cells[location];
    if (cell === undefined) return accesses;
    const isVolatile = this.program.language === 'c' && cell.access === 'volatile';
    const isPlain = !isVolatile && !this.isAtomic(location, order);
    const list = accesses[location]!;
    for (const other of list) {
      const isConflict = other.thread !== thread && (other.isWrite || isWrite) && (other.isPlain || isPlain);
      if (isConflict && other.time > clock[other.thread]!) this.races.add(location);
    }
    // Only the latest access of each kind is kept: an earlier one races only if the later one does.
    const left = list.filter((each) => each.thread !== thread || each.isWrite !== isWrite || each.isPlain !== isPlain);
    const mine: Access = { thread, time: clock[thread]!, isWrite, isPlain };
    return accesses.with(
      location,
      [...left, mine].sort((a, b) => order4(a) - order4(b)),
    );
  }
}

/** Returns a sort key, so that equal sets are equal lists. */
function order4({ thread, isWrite, isPlain }: Access): number {
  return 4 * thread + (isWrite ? 2 : 0) + (isPlain ? 1 : 0);
}

function nothingOf(clock: Clock): Clock {
  return clock.map(() => 0);
}

/** Returns the cells that have a data race in some execution under SC. For programs without loops. */
export function racesOf(program: Program, most: number): ReadonlySet<number> {
  const races = new Set<number>();
  search(program, 'sc', HappensBefore.empty(program, races), most, () => undefined);
  return races;
}
