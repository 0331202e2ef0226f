import type { LocalStates } from '@fencepost/core';
import { FencepostError, grown } from '@fencepost/core';

/** No event. */
export const NONE = -1;

// Flags of an event.
export const READS = 1;
export const WRITES = 2;
/** A read whose value does not satisfy its condition: its thread does not continue. */
export const BLOCKED = 4;
/** A read-modify-write whose write part is still to be added. */
export const PENDING = 8;
/** A store-store fence that belongs to the operation after it. */
export const PART_OF_NEXT = 16;
/** A lock that waited, and was woken in place by the unlock it reads (lock-handoff.ts). */
export const WOKEN = 32;
/** The first read of a unit (spin-units.ts); a later one; the read that met an obligation, after which a unit begins. */
export const UNIT_HEAD = 64;
export const UNIT_REST = 128;
export const UNIT_END = 256;

/** Maximum row width, in words. Beyond it (about 200 MB) a thread most likely does not terminate. */
const MOST_WORDS = 512;

/** Rows narrower than this grow by one word at a time: all work on rows and images is in proportion to their width. */
const NARROW = 16;

/** Words of `head`. */
export const NEXT_STAMP = 0;
/** Detected properties of the graph: the bits below. Undone together with the addition that caused them. */
export const NOTICED = 1;
/** All threads that rank lower than this (`rank`) have ended. */
export const ENDED_BELOW = 2;
/** Number of operations executed by all threads. */
export const OPERATIONS = 3;
const THREADS_KNOWN = 4;
const LOCATIONS_KNOWN = 5;
/** The obliged thread plus 1 (0: none), the write it must read in its next unit, and the unit's stamp. */
export const OBLIGED_THREAD = 6;
export const OBLIGED_WRITE = 7;
export const OBLIGED_STAMP = 8;
const HEAD_WORDS = 9;
/** In `head[NOTICED]`: the graph is not sequentially consistent (sequential.ts). */
export const NOT_SEQUENTIAL = 1;
/** In `head[NOTICED]`: the graph has a data race (race-check.ts). */
export const RACY = 2;
/** Number of columns over slots (see `view`; `state` is the third, `current` the first after them). */
const EVENT_COLUMNS = 19;

/** The layout of `words`. */
interface Layout {
  readonly slots: number;
  /** Words per bitset row. */
  readonly width: number;
  readonly threads: number;
  readonly locations: number;
}

/** A snapshot of the graph, with its layout at that time. */
export interface Image {
  words: Int32Array;
  layout: Layout;
}

/**
 * An execution graph: events with program order, reads-from and coherence, and two closures over it.
 *
 * Everything lives in one `Int32Array` (`words`) accessed through columns. An event occupies a **slot** that does not
 * change while it exists. The first `32·width` slots may hold events, and each has a bit in the closures. Initial
 * writes have slots too (mostly above these, as they need no bit), and keep them.
 *
 * - `rows`: bit w of row e is set if write w is globally before e. Only writes are ever queried, so reads have no bits.
 * - `porf`: the events before e in program order and reads-from (and spawn and join).
 * - `hb`: the events that happen before e, for models in which only synchronisation orders threads; else empty.
 * - `readStamp`, `writeStamp`: when an event, and the write part of an atomic, was added; revisits compare them.
 */
export class Graph {
  readonly states: LocalStates;
  words: Int32Array = new Int32Array(0);
  width = 0;

  // Columns over slots.
  thread = this.words;
  position = this.words;
  /** Local state in which the event executed; bases and last event of its thread at that time. */
  state = this.words;
  readBaseBefore = this.words;
  writeBaseBefore = this.words;
  before = this.words;
  location = this.words;
  source = this.words;
  /** Readers of a write, as a list. */
  firstReader = this.words;
  nextReader = this.words;
  previousReader = this.words;
  /** Neighbours in coherence order. */
  later = this.words;
  earlier = this.words;
  value = this.words;
  readStamp = this.words;
  writeStamp = this.words;
  flags = this.words;
  /** If atomics are split: the slot with the row of the read part, for an atomic that has written; else NONE. */
  readPart = this.words;
  /** The event at this position of the preceding symmetric thread, if both have done the same so far; else NONE. */
  mate = this.words;
  // Columns over threads: local state (0: not started), last event, bases, operations executed.
  current = this.words;
  last = this.words;
  readBase = this.words;
  writeBase = this.words;
  executed = this.words;
  // Columns over locations.
  initialWrite = this.words;
  latest = this.words;
  // Bitsets: used slots, and the closures.
  present = this.words;
  rows = this.words;
  porf = this.words;
  hb = this.words;
  head = this.words;

  /** Threads in the order of their handles, and the rank of each in that order. */
  order = new Int32Array(0);
  rank = new Int32Array(0);

  /** Undo log of `rows`: index and old word. */
  private log = new Int32Array(1024);
  logSize = 0;
  layout: Layout = { slots: 0, width: 0, threads: 0, locations: 0 };
  private newest = this.layout;
  /** Slots of the initial writes, by location. They never change. */
  private readonly initialSlots: number[] = [];
  /** Whether the graph has `hb`; whether any event has ever had a mate. */
  readonly hasHb: boolean;
  hasMates = false;

  constructor(states: LocalStates, hasHb: boolean) {
    this.states = states;
    this.hasHb = hasHb;
    this.resize(1);
    this.head[NEXT_STAMP] = 1;
  }

  /** Number of closures. */
  private get closures(): number {
    return this.hasHb ? 3 : 2;
  }

  /** Allocates space for newly discovered threads and locations. */
  fit(): void {
    const { threads, locations } = this.states;
    if (threads.count === this.head[THREADS_KNOWN] && locations.count === this.head[LOCATIONS_KNOWN]) return;
    const { layout } = this;
    this.reserveInitialSlots(this.width);
    const enough =
      threads.count <= layout.threads &&
      locations.count <= layout.locations &&
      this.slotsNeeded(this.width) <= layout.slots;
    if (enough) this.addDiscovered();
    else this.resize(this.width);
  }

  get threads(): number {
    return this.head[THREADS_KNOWN]!;
  }

  get locations(): number {
    return this.head[LOCATIONS_KNOWN]!;
  }

  /** Returns a free slot for an event. */
  allocate(): number {
    const { present, width } = this;
    for (let w = 0; w < width; w++) {
      const free = ~present[w]!;
      if (free !== 0) {
        const bit = free & -free;
        present[w]! |= bit;
        return 32 * w + 31 - Math.clz32(bit);
      }
    }
    if (width >= MOST_WORDS) {
      throw new FencepostError('TOO_LARGE', `an execution has more than ${32 * MOST_WORDS} events`, {
        hint: 'use fewer loop iterations or smaller inputs, or check only the first steps of each thread: --max-depth 1000',
      });
    }
    this.resize(width < NARROW ? width + 1 : 2 * width);
    return this.allocate();
  }

  /** Marks a free slot as used. */
  occupy(slot: number): void {
    this.present[slot >> 5]! |= 1 << (slot & 31);
  }

  /** Marks a free slot as used for the row of an atomic's read part. The slot is not an event. */
  occupyByReadPart(slot: number): void {
    this.occupy(slot);
    this.thread[slot] = NONE;
    this.flags[slot] = this.readStamp[slot] = 0;
  }

  free(slot: number): void {
    this.present[slot >> 5]! &= ~(1 << (slot & 31));
  }

  /** Returns the code of an event. A read-modify-write that writes nothing has the code of its failure. */
  codeOf(e: number): number {
    const { code, failureCode } = this.states;
    const failed = (this.flags[e]! & (READS | WRITES | PENDING)) === READS;
    return (failed ? failureCode : code)[this.state[e]!]!;
  }

  isPresent(slot: number): boolean {
    return (this.present[slot >> 5]! & (1 << (slot & 31))) !== 0;
  }

  /** Logs a word of `rows` before it changes. */
  logRow(index: number): void {
    if (this.logSize + 2 > this.log.length) this.log = grown(this.log, this.logSize + 2);
    this.log[this.logSize++] = index;
    this.log[this.logSize++] = this.rows[index]!;
  }

  undoRows(mark: number): void {
    const { log, rows } = this;
    for (let i = this.logSize; i > mark; i -= 2) rows[log[i - 2]!] = log[i - 1]!;
    this.logSize = mark;
  }

  newImage(): Image {
    return { words: this.words.slice(), layout: this.layout };
  }

  save(image: Image): void {
    if (image.layout === this.layout) image.words.set(this.words);
    else {
      image.words = this.words.slice();
      image.layout = this.layout;
    }
  }

  /** Returns the columns of local states, of this graph or of an image. Unused slots may hold outdated states. */
  stateColumns({ words, layout }: Image = this): Int32Array[] {
    const events = HEAD_WORDS + 2 * layout.slots;
    const threads = HEAD_WORDS + EVENT_COLUMNS * layout.slots;
    return [words.subarray(events, events + layout.slots), words.subarray(threads, threads + layout.threads)];
  }

  restore(image: Image): void {
    if (image.layout === this.layout) {
      this.words.set(image.words);
      this.fit();
      return;
    }
    // The layout has grown since: convert the image. The undo log has already been converted.
    const { width, logSize } = this;
    this.words = image.words.slice();
    this.layout = image.layout;
    this.width = image.layout.width;
    this.view();
    this.logSize = 0;
    this.resize(width);
    this.logSize = logSize;
  }

  /** Moves everything to a layout of this width, with space for all threads and locations. Slots keep their numbers. */
  private resize(width: number): void {
    const old = this.view();
    const { layout } = this;
    for (let i = 0; i < this.logSize; i += 2) this.log[i] = moved(this.log[i]!, layout.width, width);
    this.reserveInitialSlots(width);
    const roundUp = (n: number): number => (n + 7) & ~7;
    this.useLayout({
      slots: roundUp(this.slotsNeeded(width)),
      width,
      threads: roundUp(this.states.threads.count),
      locations: roundUp(this.states.locations.count),
    });
    this.width = width;
    this.words = new Int32Array(wordsNeeded(this.layout, this.closures));
    const now = this.view();
    const narrow = now.length - this.closures; // the closures come last
    for (let i = 0; i < narrow; i++) now[i]!.set(old[i]!);
    for (let i = narrow; i < now.length; i++) {
      for (let slot = 0; slot < 32 * layout.width; slot++) {
        now[i]!.set(old[i]!.subarray(slot * layout.width, (slot + 1) * layout.width), slot * width);
      }
    }
    for (const slot of this.initialSlots) if (slot < 32 * width) this.present[slot >> 5]! |= 1 << (slot & 31);
    this.addDiscovered();
  }

  /** Sets the layout. Equal layouts are the same object, so that images can be compared by it. */
  private useLayout(layout: Layout): void {
    const { newest } = this;
    const same =
      newest.slots === layout.slots &&
      newest.width === layout.width &&
      newest.threads === layout.threads &&
      newest.locations === layout.locations;
    if (!same) this.newest = layout;
    this.layout = this.newest;
  }

  private slotsNeeded(width: number): number {
    return Math.max(32 * width, 1 + (this.initialSlots.at(-1) ?? 0));
  }

  private reserveInitialSlots(width: number): void {
    while (this.initialSlots.length < this.states.locations.count) this.initialSlots.push(this.slotsNeeded(width));
  }

  private addDiscovered(): void {
    const { head, states } = this;
    if (this.order.length !== states.threads.count) this.sortThreads();
    if (head[THREADS_KNOWN] !== states.threads.count) head[ENDED_BELOW] = 0;
    for (let t = head[THREADS_KNOWN]!; t < states.threads.count; t++) {
      this.last[t] = this.readBase[t] = this.writeBase[t] = NONE;
      this.current[t] = states.initial[t] ?? 0;
      this.executed[t] = 0;
    }
    for (let l = head[LOCATIONS_KNOWN]!; l < states.locations.count; l++) {
      const slot = this.initialSlots[l]!;
      this.initialWrite[l] = this.latest[l] = slot;
      this.location[slot] = l;
      this.thread[slot] = this.source[slot] = NONE;
      this.firstReader[slot] = this.later[slot] = this.earlier[slot] = NONE;
      this.value[slot] = states.locations.initial[l]!;
      this.readStamp[slot] = this.writeStamp[slot] = 0;
      this.flags[slot] = WRITES;
    }
    head[THREADS_KNOWN] = states.threads.count;
    head[LOCATIONS_KNOWN] = states.locations.count;
  }

  private sortThreads(): void {
    const { handles } = this.states.threads;
    this.order = Int32Array.from(handles.keys()).sort((a, b) => handles[a]! - handles[b]!);
    this.rank = new Int32Array(handles.length);
    this.order.forEach((t, i) => (this.rank[t] = i));
  }

  /** Makes the columns views of `words`. */
  private view(): Int32Array[] {
    const { slots, width, threads, locations } = this.layout;
    const { words } = this;
    let at = 0;
    const columns: Int32Array[] = [];
    const take = (length: number): Int32Array => {
      const column = words.subarray(at, (at += length));
      columns.push(column);
      return column;
    };
    this.head = take(HEAD_WORDS);
    this.thread = take(slots);
    this.position = take(slots);
    this.state = take(slots);
    this.readBaseBefore = take(slots);
    this.writeBaseBefore = take(slots);
    this.before = take(slots);
    this.location = take(slots);
    this.source = take(slots);
    this.firstReader = take(slots);
    this.nextReader = take(slots);
    this.previousReader = take(slots);
    this.later = take(slots);
    this.earlier = take(slots);
    this.value = take(slots);
    this.readStamp = take(slots);
    this.writeStamp = take(slots);
    this.flags = take(slots);
    this.readPart = take(slots);
    this.mate = take(slots);
    this.current = take(threads);
    this.last = take(threads);
    this.readBase = take(threads);
    this.writeBase = take(threads);
    this.executed = take(threads);
    this.initialWrite = take(locations);
    this.latest = take(locations);
    this.present = take(width);
    this.rows = take(32 * width * width);
    this.porf = take(32 * width * width);
    if (this.hasHb) this.hb = take(32 * width * width);
    return columns;
  }
}

/** Must match `view`. */
function wordsNeeded({ slots, width, threads, locations }: Layout, closures: number): number {
  return HEAD_WORDS + EVENT_COLUMNS * slots + 5 * threads + 2 * locations + width + closures * 32 * width * width;
}

/** Converts a row index to a layout of another width. */
function moved(index: number, from: number, to: number): number {
  return from === 0 ? 0 : Math.floor(index / from) * to + (index % from);
}
