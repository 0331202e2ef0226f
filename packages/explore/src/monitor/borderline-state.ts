import type { LocalStates } from '@fencepost/core';
import {
  AFTER_OWN_LOCATION,
  AFTER_OWN_STORES,
  AFTER_READ_BASE,
  AFTER_WRITE_BASE,
  BECOMES_READ_BASE,
  BECOMES_WRITE_BASE,
  FENCE_FIRST,
  JOIN,
  NO_EVENT,
  RMW,
  SPAWN,
  STORE,
  eventName,
  grown,
} from '@fencepost/core';
import { alternative } from './alternative.js';
import { ClockRows, ZERO } from './clock-rows.js';
import type { Violations } from './violation.js';

/** Number of the initial write of every location. Other writes are numbered from 1 in the order they happen. */
const INITIAL_WRITE = 0;

// Words per thread: its happens-before clock; the model's clocks of its read base, its write base and all its stores;
// its number of operations and of writes.
const HB = 0;
const READ_BASE = 1;
const WRITE_BASE = 2;
const OWN_STORES = 3;
const OPERATIONS = 4;
const WRITES = 5;
const THREAD_WORDS = 6;
// Words per location: clocks of its last write and of the reads since, in both orders; its last write.
const HB_WRITE = 0;
const HB_READS = 1;
const KEPT_WRITE = 2;
const KEPT_READS = 3;
const LATEST = 4;
const LOCATION_WORDS = 5;
/** An undo record: thread, location (or -1), other thread (or -1), their words, and rows in use. */
const UNDO_WORDS = 3 + 2 * THREAD_WORDS + LOCATION_WORDS + 3;

/**
 * Two orders of the writes of an SC execution, as vector clocks over writes: happens-before, and the part of it that
 * the model preserves (program order as in its table, reads-from between threads, coherence, from-reads: the rows of
 * the graph explorer). An operation of thread t is **borderline** if it could come before a write n such that
 *
 * - n happens before t's last operation: then SC does not allow it (Burckhardt and Musuvathi, CAV 2008, Lemma 1, part
 * 1), and
 * - n is not before the operation in the preserved order, and t's own writes to the location are older than n: then the
 * model allows it (Lemma 1, part 2, with the corrected order).
 *
 * Under TSO the writes of one thread are ordered, and a clock has one entry per thread; only reads have to be checked.
 * This is SOBER, corrected, in O(N·P). Steps that order nothing (of a clock) are not ordered with the stores before
 * them: they have entries of their own. Under PSO only writes of one thread *to one location* are ordered, so there is
 * a group of the general vector clock (Def. 7 of the paper) per thread and location, and stores have to be checked,
 * too. Both orders depend only on the trace, not on the interleaving, so one interleaving per trace is enough.
 */
export class BorderlineState {
  private readonly states: LocalStates;
  private readonly table: Int32Array;
  private readonly violations: Violations;
  private readonly perLocation: boolean;
  /** Whether clocks have entries for steps that order nothing. */
  readonly followsUnordered: boolean;
  private readonly threadCapacity: number;
  private readonly locationCapacity: number;
  private readonly hb: ClockRows;
  private readonly kept: ClockRows;
  private readonly threads: Int32Array;
  private readonly locations: Int32Array;
  private undoLog: Int32Array = new Int32Array(UNDO_WORDS * 16);
  private depth = 0;
  private writeCount = 0;
  // Columns by number of write.
  private previous: Int32Array = new Int32Array(64);
  private value: Int32Array = new Int32Array(64);
  private writer: Int32Array = new Int32Array(64);
  private position: Int32Array = new Int32Array(64);
  private label: Int32Array = new Int32Array(64);
  private atomic: Int32Array = new Int32Array(64);
  /** Index among the writes of its thread. Entries of clocks hold these. */
  private index: Int32Array = new Int32Array(64);
  /** Clock entry of the write. */
  private entry: Int32Array = new Int32Array(64);

  constructor(
    states: LocalStates,
    perLocation: boolean,
    table: Int32Array,
    violations: Violations,
    followsUnordered = false,
  ) {
    this.followsUnordered = followsUnordered;
    this.states = states;
    this.table = table;
    this.violations = violations;
    this.perLocation = perLocation;
    const room = (n: number): number => Math.max(4, n + (n >> 2));
    this.threadCapacity = room(states.threads.count);
    this.locationCapacity = room(states.locations.count);
    const { threadCapacity, locationCapacity } = this;
    this.hb = new ClockRows(threadCapacity);
    this.kept = new ClockRows(threadCapacity * (perLocation ? locationCapacity : followsUnordered ? 2 : 1));
    this.threads = new Int32Array(threadCapacity * THREAD_WORDS);
    this.locations = new Int32Array(locationCapacity * LOCATION_WORDS);
  }

  /**
   * Whether there are more threads or locations than the clocks have space for. If so, the caller must create a new
   * state.
   */
  get isOutgrown(): boolean {
    const { threads, locations } = this.states;
    return threads.count > this.threadCapacity || locations.count > this.locationCapacity;
  }

  undo(): void {
    const { undoLog, threads, locations } = this;
    let at = --this.depth * UNDO_WORDS;
    const t = undoLog[at]!;
    const location = undoLog[at + 1]!;
    const other = undoLog[at + 2]!;
    at += 3;
    for (let k = 0; k < THREAD_WORDS; k++) threads[t * THREAD_WORDS + k] = undoLog[at + k]!;
    at += THREAD_WORDS;
    if (other >= 0) for (let k = 0; k < THREAD_WORDS; k++) threads[other * THREAD_WORDS + k] = undoLog[at + k]!;
    at += THREAD_WORDS;
    if (location >= 0) {
      for (let k = 0; k < LOCATION_WORDS; k++) locations[location * LOCATION_WORDS + k] = undoLog[at + k]!;
    }
    at += LOCATION_WORDS;
    this.hb.used = undoLog[at]!;
    this.kept.used = undoLog[at + 1]!;
    this.writeCount = undoLog[at + 2]!;
  }

  /** Drops clocks that are not in use. Call it when no earlier step will be undone. */
  settle(): void {
    const { threads, locations, hb, kept } = this;
    this.depth = 0;
    for (let at = 0; at < threads.length; at += THREAD_WORDS) {
      threads[at + HB] = hb.keep(threads[at + HB]!);
      for (const clock of [READ_BASE, WRITE_BASE, OWN_STORES]) threads[at + clock] = kept.keep(threads[at + clock]!);
    }
    for (let at = 0; at < locations.length; at += LOCATION_WORDS) {
      for (const clock of [HB_WRITE, HB_READS]) locations[at + clock] = hb.keep(locations[at + clock]!);
      for (const clock of [KEPT_WRITE, KEPT_READS]) locations[at + clock] = kept.keep(locations[at + clock]!);
    }
    hb.dropOthers();
    kept.dropOthers();
  }

  /** Finds the writes that the operation of t in `state` could precede, and reports those that SC does not allow. */
  check(t: number, state: number): void {
    const { states, hb, kept, threads, locations } = this;
    const stores = states.kind[state] === STORE;
    if (stores && !this.perLocation) return;
    const location = states.location[state]!;
    const flags = this.table[states.code[state]!]!;
    const own = t * THREAD_WORDS;
    const clock = threads[own + HB]!;
    let write = locations[location * LOCATION_WORDS + LATEST]!;
    for (; write !== INITIAL_WRITE; write = this.previous[write]!) {
      const writer = this.writer[write]!;
      if (writer === t) return;
      const entry = this.entry[write]!;
      const index = this.index[write]!;
      if ((flags & AFTER_READ_BASE) !== 0 && kept.get(threads[own + READ_BASE]!, entry) >= index) return;
      if ((flags & AFTER_WRITE_BASE) !== 0 && kept.get(threads[own + WRITE_BASE]!, entry) >= index) return;
      const afterStores = (flags & (AFTER_OWN_STORES | FENCE_FIRST)) !== 0;
      if (afterStores && kept.get(threads[own + OWN_STORES]!, entry) >= index) return;
      if (hb.get(clock, writer) < index) continue;
      const choice = alternative(states, state, this.valueBefore(write, location));
      // No write comes between an atomic and the write it read. Under TSO an early write shows in the reads after it.
      if (choice === 'read' || (choice === 'write' && this.perLocation && this.atomic[write] === 0)) {
        this.violations.add(t, state, this.label[write]!, eventName(writer, this.position[write]!));
      }
    }
  }

  private valueBefore(write: number, location: number): number {
    const before = this.previous[write]!;
    return before === INITIAL_WRITE ? this.states.locations.initial[location]! : this.value[before]!;
  }

  private entryOf(thread: number, location: number, flags: number): number {
    if (this.perLocation) return thread * this.locationCapacity + location;
    return (flags & AFTER_WRITE_BASE) === 0 ? this.threadCapacity + thread : thread;
  }

  /** Processes the next step. */
  step(t: number, state: number, writes: boolean): void {
    const { states, threads } = this;
    const location = states.location[state]!;
    const flags = this.table[states.code[state]!]!;
    const kind = states.kind[state]!;
    const isPlain = location < 0;
    this.saveForUndo(t, location, kind === SPAWN || kind === JOIN ? states.operand[state]! : -1);
    this.hb.reserve(4);
    this.kept.reserve(8);
    threads[t * THREAD_WORDS + OPERATIONS]!++;
    if (isPlain) {
      if ((flags & NO_EVENT) === 0) this.takePlain(t, state, flags, kind);
      return;
    }
    this.check(t, state);
    this.takeAccess(t, state, writes, flags, location);
  }

  private takeAccess(t: number, state: number, writes: boolean, flags: number, location: number): void {
    const { hb, kept, threads, locations } = this;
    const own = t * THREAD_WORDS;
    const place = location * LOCATION_WORDS;
    if ((flags & FENCE_FIRST) !== 0) {
      threads[own + WRITE_BASE] = kept.join(threads[own + WRITE_BASE]!, threads[own + OWN_STORES]!);
    }
    let clock = hb.join(threads[own + HB]!, locations[place + HB_WRITE]!);
    let order = this.before(own, flags);
    const latest = locations[place + LATEST]!;
    const external = latest !== INITIAL_WRITE && this.writer[latest] !== t;
    if (writes || external || (flags & AFTER_OWN_LOCATION) !== 0) {
      order = kept.join(order, locations[place + KEPT_WRITE]!);
    }
    if (writes) {
      clock = hb.join(clock, locations[place + HB_READS]!);
      order = kept.join(order, locations[place + KEPT_READS]!);
      const write = this.addWrite(t, state, location, latest);
      const index = threads[own + WRITES]! + 1;
      threads[own + WRITES] = index;
      const entry = this.entryOf(t, location, flags);
      this.index[write] = index;
      this.entry[write] = entry;
      clock = hb.with(clock, t, index);
      order = kept.with(order, entry, index);
      locations[place + HB_WRITE] = clock;
      locations[place + HB_READS] = ZERO;
      locations[place + KEPT_WRITE] = order;
      locations[place + KEPT_READS] = ZERO;
      locations[place + LATEST] = write;
      if (this.perLocation) threads[own + OWN_STORES] = kept.join(threads[own + OWN_STORES]!, order);
    } else {
      locations[place + HB_READS] = hb.join(locations[place + HB_READS]!, clock);
      locations[place + KEPT_READS] = kept.join(locations[place + KEPT_READS]!, order);
    }
    threads[own + HB] = clock;
    this.become(own, flags, order);
  }

  /** Processes a fence, spawn or join. */
  private takePlain(t: number, state: number, flags: number, kind: number): void {
    const { hb, kept, threads } = this;
    const own = t * THREAD_WORDS;
    const other = this.states.operand[state]! * THREAD_WORDS;
    let order = this.before(own, flags);
    if (kind === JOIN) {
      threads[own + HB] = hb.join(threads[own + HB]!, threads[other + HB]!);
      order = kept.join(order, threads[other + READ_BASE]!);
      order = kept.join(order, threads[other + WRITE_BASE]!);
      order = kept.join(order, threads[other + OWN_STORES]!);
    }
    this.become(own, flags, order);
    if (kind !== SPAWN) return;
    threads[other + HB] = threads[own + HB]!;
    threads[other + READ_BASE] = threads[other + WRITE_BASE] = order;
  }

  /** Returns the clock of everything that the preserved order puts before the next operation of a thread. */
  private before(own: number, flags: number): number {
    const { kept, threads } = this;
    let order = (flags & AFTER_READ_BASE) !== 0 ? threads[own + READ_BASE]! : ZERO;
    if ((flags & AFTER_WRITE_BASE) !== 0) order = kept.join(order, threads[own + WRITE_BASE]!);
    if ((flags & AFTER_OWN_STORES) !== 0) order = kept.join(order, threads[own + OWN_STORES]!);
    return order;
  }

  private become(own: number, flags: number, order: number): void {
    const { threads } = this;
    if ((flags & BECOMES_READ_BASE) !== 0) threads[own + READ_BASE] = order;
    if ((flags & BECOMES_WRITE_BASE) !== 0) threads[own + WRITE_BASE] = order;
  }

  private addWrite(t: number, state: number, location: number, latest: number): number {
    const { states } = this;
    const write = ++this.writeCount;
    if (write === this.previous.length) this.growWrites();
    const atomic = states.kind[state] === RMW;
    const old = latest === INITIAL_WRITE ? states.locations.initial[location]! : this.value[latest]!;
    this.previous[write] = latest;
    this.value[write] = atomic ? states.written(state, old) : states.operand[state]!;
    this.writer[write] = t;
    this.position[write] = this.threads[t * THREAD_WORDS + OPERATIONS]! - 1;
    this.label[write] = states.label[state]!;
    this.atomic[write] = atomic ? 1 : 0;
    return write;
  }

  private saveForUndo(t: number, location: number, other: number): void {
    const { threads, locations } = this;
    let at = this.depth++ * UNDO_WORDS;
    if (at + UNDO_WORDS > this.undoLog.length) this.undoLog = grown(this.undoLog, at + UNDO_WORDS);
    const { undoLog } = this;
    undoLog[at] = t;
    undoLog[at + 1] = location;
    undoLog[at + 2] = other;
    at += 3;
    for (let k = 0; k < THREAD_WORDS; k++) undoLog[at + k] = threads[t * THREAD_WORDS + k]!;
    at += THREAD_WORDS;
    if (other >= 0) for (let k = 0; k < THREAD_WORDS; k++) undoLog[at + k] = threads[other * THREAD_WORDS + k]!;
    at += THREAD_WORDS;
    if (location >= 0) {
      for (let k = 0; k < LOCATION_WORDS; k++) undoLog[at + k] = locations[location * LOCATION_WORDS + k]!;
    }
    at += LOCATION_WORDS;
    undoLog[at] = this.hb.used;
    undoLog[at + 1] = this.kept.used;
    undoLog[at + 2] = this.writeCount;
  }

  private growWrites(): void {
    for (const column of ['previous', 'value', 'writer', 'position', 'label', 'atomic', 'index', 'entry'] as const) {
      this[column] = grown(this[column], this.writeCount + 1);
    }
  }
}
