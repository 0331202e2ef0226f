import type { MemoryOrder } from '@fencepost/core';
import { FENCE, LOAD, OBJECT, ORDERS, ORDER_BITS, RMW, STORE } from '@fencepost/core';
import type { FailedSwap, RecordedEvents } from '../events.js';
import { badRecording } from './bad-recording.js';
import { checkOf, hashOf, sumWith } from './checks.js';
import type { EventDecoder, EventVisitor } from './decode-events.js';
import { MOST_THREADS } from './decode-events.js';
import {
  FAILED_OBJECT_EVENT,
  FAILED_SWAP_EVENT,
  LOAD_EVENT,
  LOAD_RANGE_EVENT,
  LOOK_EVENT,
  OBJECT_STORE_EVENT,
  STORE_EVENT,
  STORE_RANGE_EVENT,
  SWAP_EVENT,
} from './layout.js';
import { shiftRight, truncate } from './contents.js';
import { Memory } from './memory.js';
import type { Partition } from './partition.js';
import { freedLife, freedWords } from './partition.js';
import type { SiteTable } from './site-table.js';

const RELAXED = ORDERS.indexOf('relaxed');
const ACQUIRE = ORDERS.indexOf('acquire');
const RELEASE = ORDERS.indexOf('release');

/** State of a thread: whether it has acted since the last appearance of a thread that no recorded thread started. */
const UNSEEN = 0;
const QUIET = 1;
const ACTIVE = 2;
const JOINED = 3;

/** The second pass: checks that loads have read the value in memory, and reports each event by place. */
export class CheckedEvents implements EventVisitor {
  readonly memory: Memory;
  /** Number of operations, counted like in the runtime: one for each accessed word. */
  operations = 0;
  threads = 1;
  private readonly tellsLocal: boolean;
  private readonly states = new Uint8Array(MOST_THREADS);
  private appearances: number | undefined;
  /** Whether the first segment is not the first part of the run. */
  private isBegun = false;
  /** The blocks that were freed. */
  private readonly frees: { readonly thread: number; readonly site: number }[] = [];
  private blockSum = 0;
  private blockStart = 0;
  private readonly swap = { expectedLow: 0, expectedHigh: 0, low: 0, high: 0, failureOrder: 'relaxed' as MemoryOrder };
  private readonly scratch = { low: 0, high: 0 };

  constructor(
    private readonly table: SiteTable,
    private readonly decoder: EventDecoder,
    private readonly events: RecordedEvents,
    private readonly partition: Partition,
  ) {
    this.memory = new Memory(partition);
    this.tellsLocal = events.local !== undefined;
    this.states[0] = ACTIVE;
  }

  access(thread: number, site: number, kind: number, word: number, offset: number, size: number): void {
    this.begin(thread, site);
    const { memory, table, decoder } = this;
    if (word >= memory.life.length) memory.fit(this.partition.words.count);
    const freed = memory.life[word] === 0 ? memory.freedAt(word) : 0;
    const life = freed !== 0 ? freed : memory.lifeAt(word);
    const reads = kind !== STORE_EVENT && kind !== STORE_RANGE_EVENT;
    const isKnown = memory.readKnown(word, offset, size);
    const { low, high } = memory;
    if (reads) this.check(isKnown, low, high, thread, site);
    const isLocal = this.tellsLocal && this.partition.isLocal(life);
    if (freed !== 0) {
      this.afterFree(thread, word, offset, size, site, kind);
      return;
    }
    if (kind === FAILED_SWAP_EVENT) {
      this.readSwap(low, high, size);
      this.swap.failureOrder = ORDERS[table.failureOrders[site]!]!;
      this.tellSwap(thread, life, offset, size, (RMW << ORDER_BITS) | table.orders[site]!, site, false);
      return;
    }
    if (kind === LOAD_EVENT || kind === LOAD_RANGE_EVENT) {
      if (isLocal) {
        this.tellLocal(thread, life, offset, size, site);
        return;
      }
      const code = (LOAD << ORDER_BITS) | table.orders[site]!;
      for (let from = offset; from < offset + size; from = memory.endOfUnit(life, from)) {
        this.events.load(thread, memory.placeOf(life, from), code, site);
      }
      return;
    }
    add(memory, low, high, decoder.values.wide(), decoder.values.high);
    truncate(memory, size);
    memory.write(word, offset, size);
    if (isLocal) {
      this.tellLocal(thread, life, offset, size, site);
      return;
    }
    if (kind === SWAP_EVENT) {
      const { swap } = this;
      swap.expectedLow = low;
      swap.expectedHigh = high;
      swap.low = memory.low;
      swap.high = memory.high;
      this.tellSwap(thread, life, offset, size, (RMW << ORDER_BITS) | table.orders[site]!, site, true);
      return;
    }
    const code = ((reads ? RMW : STORE) << ORDER_BITS) | table.orders[site]!;
    for (let from = offset; from < offset + size;) {
      const to = memory.endOfUnit(life, from);
      memory.read(word, from, to - from);
      const place = memory.placeOf(life, from);
      if (reads) this.events.update(thread, place, code, site, memory.low, memory.high);
      else this.events.store(thread, place, code, site, memory.low, memory.high);
      from = to;
    }
  }

  /** Handles a value whose write was not recorded. The first value of memory does not count as a write. */
  outside(thread: number, site: number, word: number, offset: number, size: number): void {
    const { memory, decoder } = this;
    if (word >= memory.life.length) memory.fit(this.partition.words.count);
    const freed = memory.life[word] === 0 ? memory.freedAt(word) : 0;
    const isFreed = freed !== 0;
    const life = isFreed ? freed : memory.lifeAt(word);
    const before = memory.known[word]! | memory.earlier[word]!;
    memory.readKnown(word, offset, size);
    const low = memory.lows[word]!;
    const high = memory.highs[word]!;
    add(memory, memory.low, memory.high, decoder.values.wide(), decoder.values.high);
    truncate(memory, size);
    memory.write(word, offset, size);
    for (let from = offset; from < offset + size;) {
      const to = memory.endOfUnit(life, from);
      const unit = ((1 << (to - from)) - 1) << from;
      shiftRight(this.scratch, low, high, from * 8);
      truncate(this.scratch, to - from);
      memory.read(word, from, to - from);
      const changed = memory.low !== this.scratch.low || memory.high !== this.scratch.high;
      if ((before & unit) === unit && changed && !isFreed) {
        this.act(thread, site);
        this.events.outside(thread, memory.placeOf(life, from), memory.low, memory.high);
      }
      from = to;
    }
  }

  object(thread: number, site: number, kind: number, address: number): void {
    this.begin(thread, site);
    const place = this.objectAt(address);
    const order = this.table.orders[site]!;
    if (kind === FAILED_OBJECT_EVENT || kind === LOOK_EVENT) {
      const { swap } = this;
      swap.expectedLow = swap.expectedHigh = swap.high = 0;
      swap.low = thread + 1;
      // A thread that does not get the lock learns nothing from its holder. One that finds something done does.
      swap.failureOrder = kind === LOOK_EVENT ? ORDERS[order]! : 'relaxed';
      const code = (OBJECT << ORDER_BITS) | (kind === LOOK_EVENT ? RELAXED : ACQUIRE);
      this.events.failedSwap(thread, place, code, site, swap);
      return;
    }
    const value = this.decoder.values.number();
    const step = kind === OBJECT_STORE_EVENT ? STORE : OBJECT;
    this.events.update(thread, place, (step << ORDER_BITS) | order, site, value | 0, 0);
  }

  free(thread: number, site: number, start: number, end: number, isBlock: boolean): void {
    const { memory, events } = this;
    this.act(thread, site);
    if (isBlock) this.frees.push({ thread, site });
    const { words } = this.partition;
    for (const { from, to } of isBlock ? freedWords(words, start, end) : words.within(start, end)) {
      memory.fit(to);
      for (let word = from; word < to; word++) {
        const life = memory.life[word]!;
        memory.known[word] = memory.earlier[word] = 0;
        memory.freed[word] = isBlock ? freedLife(life, memory.freed[word]!, start, end) : 0;
        memory.freedBy[word] = this.frees.length - 1;
        if (life === 0) continue;
        for (let at = 0; at < 8; at = memory.endOfUnit(life, at)) events.free(thread, memory.placeOf(life, at), site);
        memory.life[word] = 0;
      }
      for (let word = from; word < to; word++) {
        const object = memory.object[word]!;
        if (object === 0) continue;
        events.free(thread, object - 1, site);
        memory.object[word] = 0;
      }
    }
  }

  allocate(start: number, end: number): void {
    const { memory } = this;
    for (const { from, to } of this.partition.words.within(start, end)) {
      memory.fit(to);
      memory.freed.fill(0, from, to);
      // What was stored there after the free is not known to be there still.
      memory.known.fill(0, from, to);
      memory.earlier.fill(0, from, to);
    }
  }

  fence(thread: number, site: number): void {
    this.begin(thread, site);
    this.events.fence(thread, (FENCE << ORDER_BITS) | this.table.orders[site]!, site);
  }

  spawn(thread: number, child: number, site: number): void {
    this.begin(thread, site);
    if (this.states[child] !== UNSEEN) throw this.wrong(thread, site, `starts thread ${child}, which already exists`);
    this.see(child, QUIET);
    this.events.spawn(thread, child, site);
  }

  join(thread: number, child: number, site: number): void {
    this.begin(thread, site);
    if (this.states[child] === UNSEEN || child === thread)
      throw this.wrong(thread, site, `joins thread ${child}, which it cannot join`);
    this.states[child] = JOINED;
    this.events.join(thread, child, site);
  }

  /** If the first part of the run is missing, some threads have ended there. */
  segment(threads: readonly number[]): void {
    this.memory.beginSegment();
    if (this.operations > 0 || this.isBegun) return;
    this.isBegun = true;
    const roots = threads.reduce((most, thread) => Math.max(most, thread + 1), 1);
    for (const thread of threads) this.see(thread, QUIET);
    const [first] = threads;
    for (let thread = 0; thread < roots; thread++) {
      if (this.states[thread] === QUIET || first === undefined) continue;
      this.states[thread] = JOINED;
      this.events.join(first, thread, 0);
    }
  }

  endOfBlock(sum: number, cut: boolean): void {
    const { values, checks } = this.decoder;
    if (!cut && !(values.isAtEnd && checks.isAtEnd)) {
      throw badRecording('a block of the recording is longer than its content');
    }
    if (!cut && this.blockSum >>> 0 !== sum) {
      throw badRecording(
        `a load among the operations ${this.blockStart + 1} to ${this.operations} of the recording read an impossible value`,
        { hint: 'the recording is not sequentially consistent' },
      );
    }
    this.blockSum = 0;
    this.blockStart = this.operations;
  }

  /** Returns the place of the synchronisation object that begins in the word of an address. */
  private objectAt(address: number): number {
    const { memory, partition } = this;
    const word = partition.words.at(address);
    memory.fit(partition.words.count);
    const known = memory.object[word]!;
    if (known !== 0) return known - 1;
    const place = memory.newPlace(address, 0);
    memory.object[word] = place + 1;
    return place;
  }

  /** Reports an access to a word of a block that was freed. Its values are read, as they are part of the recording. */
  private afterFree(thread: number, word: number, offset: number, size: number, site: number, kind: number): void {
    const { memory, decoder } = this;
    const { low, high } = memory;
    if (kind === FAILED_SWAP_EVENT) this.readSwap(low, high, size);
    else if (kind !== LOAD_EVENT && kind !== LOAD_RANGE_EVENT) {
      add(memory, low, high, decoder.values.wide(), decoder.values.high);
      truncate(memory, size);
      memory.write(word, offset, size);
    }
    const free = this.frees[memory.freedBy[word]!]!;
    const life = memory.freed[word]!;
    for (let from = offset; from < offset + size; from = memory.endOfUnit(life, from)) {
      this.events.used?.(thread, memory.placeOf(life, from), site, free.thread, free.site);
    }
  }

  /** Reports an access to a word that is local to the thread: one event for each of its places. */
  private tellLocal(thread: number, life: number, offset: number, size: number, site: number): void {
    const { memory } = this;
    for (let from = offset; from < offset + size; from = memory.endOfUnit(life, from)) {
      this.events.local!(thread, site);
    }
  }

  private begin(thread: number, site: number): void {
    this.operations++;
    if (this.states[thread] !== ACTIVE) this.act(thread, site);
  }

  private act(thread: number, site: number): void {
    const state = this.states[thread]!;
    if (state === UNSEEN) this.appear(thread, site);
    if (state !== JOINED) this.see(thread, ACTIVE);
  }

  /**
   * Handles a thread that the C library has started, for a timer. The requesting thread is unknown, so the new thread
   * is ordered after all earlier actions: accesses that only seem unordered are not reported. Threads that did nothing
   * since the last time have already released everything.
   */
  private appear(thread: number, site: number): void {
    const { events, states } = this;
    const place = (this.appearances ??= this.memory.newPlace(0, 0));
    let starter: number | undefined;
    for (let other = 0; other < this.threads; other++) {
      if (states[other] === UNSEEN || states[other] === JOINED) continue;
      starter ??= other;
      if (states[other] === QUIET) continue;
      events.update(other, place, (OBJECT << ORDER_BITS) | RELEASE, site, other + 1, 0);
      states[other] = QUIET;
    }
    if (starter === undefined) return;
    events.spawn(starter, thread, site);
    events.update(thread, place, (OBJECT << ORDER_BITS) | ACQUIRE, site, thread + 1, 0);
  }

  private see(thread: number, state: number): void {
    this.states[thread] = state;
    this.threads = Math.max(this.threads, thread + 1);
  }

  private check(isKnown: boolean, low: number, high: number, thread: number, site: number): void {
    const hash = hashOf(low, high);
    this.blockSum = sumWith(this.blockSum, hash);
    if (checkOf(hash) === this.decoder.checks.byte() && isKnown) return;
    const value = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
    throw this.wrong(
      thread,
      site,
      isKnown ? `read an impossible value: memory holds ${value}` : 'reads a value that was never written',
    );
  }

  private wrong(thread: number, site: number, what: string): Error {
    const place = this.table.siteOf(site);
    return badRecording(`operation ${this.operations} of the recording, of thread ${thread}, ${what}`, {
      ...(place === undefined ? {} : { site: place }),
      hint: 'the recording is not sequentially consistent',
    });
  }

  private readSwap(low: number, high: number, size: number): void {
    const { swap, scratch, decoder } = this;
    add(scratch, low, high, decoder.values.wide(), decoder.values.high);
    truncate(scratch, size);
    swap.expectedLow = scratch.low;
    swap.expectedHigh = scratch.high;
    add(scratch, low, high, decoder.values.wide(), decoder.values.high);
    truncate(scratch, size);
    swap.low = scratch.low;
    swap.high = scratch.high;
  }

  /** Reports a compare-and-swap; `swap` has the values of the whole access. */
  private tellSwap(
    thread: number,
    life: number,
    offset: number,
    size: number,
    code: number,
    site: number,
    done: boolean,
  ): void {
    const { memory, events, scratch } = this;
    const whole: FailedSwap = this.swap;
    for (let from = offset; from < offset + size;) {
      const to = memory.endOfUnit(life, from);
      let part = whole;
      if (to - from < size) {
        shiftRight(scratch, whole.expectedLow, whole.expectedHigh, (from - offset) * 8);
        truncate(scratch, to - from);
        const { low: expectedLow, high: expectedHigh } = scratch;
        shiftRight(scratch, whole.low, whole.high, (from - offset) * 8);
        truncate(scratch, to - from);
        part = { ...whole, expectedLow, expectedHigh, low: scratch.low, high: scratch.high };
      }
      const place = memory.placeOf(life, from);
      if (done) events.swap(thread, place, code, site, part);
      else events.failedSwap(thread, place, code, site, part);
      from = to;
    }
  }
}

function add(value: { low: number; high: number }, low: number, high: number, byLow: number, byHigh: number): void {
  const sum = (low >>> 0) + (byLow >>> 0);
  value.low = sum | 0;
  value.high = (high + byHigh + (sum > 0xffffffff ? 1 : 0)) | 0;
}
