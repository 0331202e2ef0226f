import { grown } from '@fencepost/core';
import { badRecording } from './bad-recording.js';
import { Column } from './column.js';
import {
  ALLOCATE_EVENT, EVENTS_HEAD, FAILED_OBJECT_EVENT, FAILED_SWAP_EVENT, FENCE_EVENT, FREE_BLOCK_EVENT, FREE_EVENT, JOIN_EVENT, LOAD_RANGE_EVENT, LOOK_EVENT,
  MOST_RANGE_BYTES, OBJECT_EVENT, OBJECT_STORE_EVENT, OUTSIDE_EVENT, SPAWN_EVENT, STORE_RANGE_EVENT, SWITCH_EVENT,
} from './layout.js'; // prettier-ignore
import type { SiteTable } from './site-table.js';
import type { Words } from './words.js';
import { PAGE_BYTES } from './words.js';

/** Maximum number of threads: monitors have tables by thread. */
export const MOST_THREADS = 65536;
/** Number of events decoded at a time. */
const BATCH = 1024;
/** Upper bound of user-space addresses. */
const MOST_ADDRESS = 2 ** 52;

/**
 * Visits events as stored in a file. A visitor that needs values and checks takes them from their columns, in order.
 */
export interface EventVisitor {
  /** An access within a word of 8 bytes; the accesses of a range follow one another. */
  access(thread: number, site: number, kind: number, word: number, offset: number, size: number): void;
  /** A step of a synchronisation object. */
  object(thread: number, site: number, kind: number, address: number): void;
  outside(thread: number, site: number, word: number, offset: number, size: number): void;
  /** Memory is freed, in whole words. `isBlock`: `allocate` follows before it is used again rightly. */
  free(thread: number, site: number, start: number, end: number, isBlock: boolean): void;
  allocate(start: number, end: number): void;
  fence(thread: number, site: number): void;
  spawn(thread: number, child: number, site: number): void;
  join(thread: number, child: number, site: number): void;
  /** From here on, values do not depend on earlier ones. These threads may act, or are to be joined. */
  segment(threads: readonly number[]): void;
  /**
   * Called after the events of a block; `sum` is the sum of all checks. `cut`: a signal interrupted the block, and
   * columns may have more.
   */
  endOfBlock(sum: number, cut: boolean): void;
}

/** Decodes blocks of events, one after the other. */
export class EventDecoder {
  readonly values = new Column();
  readonly checks = new Column();
  private readonly which = new Column();
  private readonly addresses = new Column();
  // By site: the address accessed last, and the address of its page with the page's first word.
  private lastAddress = new Float64Array(64);
  private pageAddress = new Float64Array(64).fill(NaN);
  private pageWord = new Int32Array(64);
  private site = 0;
  private thread = 0;

  constructor(
    private readonly table: SiteTable,
    private readonly words: Words,
  ) {}

  block(bytes: Uint8Array, visitor: EventVisitor): void {
    const { cut, sum } = this.beginBlock(bytes);
    const { which, addresses } = this;
    while (!which.isAtEnd) this.batch(which, addresses, visitor);
    if (!cut && !addresses.isAtEnd) throw badRecording('a block of the recording is longer than its content');
    visitor.endOfBlock(sum, cut);
  }

  /** Decodes the beginning of a segment. */
  segment(bytes: Uint8Array, visitor: EventVisitor): void {
    this.lastAddress.fill(0);
    this.site = 0;
    visitor.segment(threadsIn(bytes));
  }

  /** Decodes some events. A function that is called often is compiled better than one with a long loop. */
  private batch(which: Column, addresses: Column, visitor: EventVisitor): void {
    const { kinds, sizes } = this.table;
    const { bytes, end } = which;
    const { bytes: addressBytes, end: lastByte } = addresses;
    const { lastAddress } = this;
    let { at } = which;
    let next = addresses.at;
    let { site } = this;
    for (let left = BATCH; left > 0 && at < end; left--) {
      const byte = bytes[at]!;
      // Most numbers have one byte, and most events are accesses.
      if (byte < 0x80) {
        at++;
        site += (byte >> 1) ^ -(byte & 1);
      } else {
        which.at = at;
        site += which.signed();
        ({ at } = which);
      }
      const kind = kinds[site];
      if (kind === undefined) throw badRecording('an event of the recording has a site that is not defined');
      if (kind > FAILED_SWAP_EVENT) {
        addresses.at = next;
        this.event(site, kind, addresses, visitor);
        next = addresses.at;
        continue;
      }
      const first = next < lastByte ? addressBytes[next]! : 0x80;
      let address: number;
      if (first < 0x80) {
        next++;
        address = checkedAddress(lastAddress[site]! + ((first >> 1) ^ -(first & 1)));
        lastAddress[site] = address;
      } else {
        addresses.at = next;
        address = this.address(site, addresses);
        next = addresses.at;
      }
      const offset = address & 7;
      visitor.access(this.thread, site, kind, this.wordAt(site, address), offset, within(offset, sizes[site]!));
    }
    which.at = at;
    addresses.at = next;
    this.site = site;
  }

  private beginBlock(bytes: Uint8Array): { cut: boolean; sum: number } {
    if (bytes.length < EVENTS_HEAD) throw badRecording('a block of the recording is too short');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = EVENTS_HEAD;
    [this.which, this.addresses, this.values, this.checks].forEach((column, i) => {
      const length = view.getUint32(8 + 4 * i, true);
      if (length > bytes.length - at) throw badRecording('a block of the recording is too short for its columns');
      column.reset(bytes, at, at + length);
      at += length;
    });
    if (at !== bytes.length) throw badRecording('a block of the recording is longer than its columns');
    const sites = this.table.kinds.length;
    if (this.lastAddress.length < sites) {
      const before = this.lastAddress.length;
      this.lastAddress = grown(this.lastAddress, sites);
      this.pageAddress = grown(this.pageAddress, sites).fill(NaN, before);
      this.pageWord = grown(this.pageWord, sites);
    }
    return { cut: view.getUint32(0, true) !== 0, sum: view.getUint32(4, true) };
  }

  /** Decodes an event that is not an access within a word. */
  private event(site: number, kind: number, addresses: Column, visitor: EventVisitor): void {
    const { thread } = this;
    switch (kind) {
      case FENCE_EVENT:
        visitor.fence(thread, site);
        return;
      case SWITCH_EVENT:
        this.thread = threadIn(addresses);
        return;
      case SPAWN_EVENT:
        visitor.spawn(thread, threadIn(addresses), site);
        return;
      case JOIN_EVENT:
        visitor.join(thread, threadIn(addresses), site);
        return;
    }
    const address = this.address(site, addresses);
    switch (kind) {
      case OBJECT_EVENT:
      case FAILED_OBJECT_EVENT:
      case LOOK_EVENT:
      case OBJECT_STORE_EVENT:
        visitor.object(thread, site, kind, address);
        return;
      case FREE_EVENT:
      case FREE_BLOCK_EVENT:
      case ALLOCATE_EVENT: {
        const bytes = addresses.number();
        if (address + bytes > MOST_ADDRESS) throw badRecording('the recording frees an impossible number of bytes');
        const [start, end] = [Math.ceil(address / 8) * 8, Math.floor((address + bytes) / 8) * 8];
        if (start >= end) return;
        if (kind === ALLOCATE_EVENT) visitor.allocate(start, end);
        else visitor.free(thread, site, start, end, kind === FREE_BLOCK_EVENT);
        return;
      }
      case LOAD_RANGE_EVENT:
      case STORE_RANGE_EVENT: {
        const bytes = addresses.number();
        if (bytes < 1 || bytes > MOST_RANGE_BYTES)
          throw badRecording('a range of the recording has an impossible size');
        for (let at = address, end = address + bytes; at < end;) {
          const size = Math.min(8 - (at & 7), end - at);
          visitor.access(thread, site, kind, this.wordAt(site, at), at & 7, size);
          at += size;
        }
        return;
      }
      case OUTSIDE_EVENT:
        visitor.outside(thread, site, this.wordAt(site, address), address & 7, within(address & 7, addresses.number()));
    }
  }

  private address(site: number, addresses: Column): number {
    const address = checkedAddress(this.lastAddress[site]! + addresses.signed());
    this.lastAddress[site] = address;
    return address;
  }

  /** Returns the word of an address. A site often accesses the same page again. */
  private wordAt(site: number, address: number): number {
    const inPage = address - this.pageAddress[site]!;
    if (inPage >= 0 && inPage < PAGE_BYTES) return this.pageWord[site]! + (inPage >> 3);
    const word = this.words.at(address);
    const offset = address & (PAGE_BYTES - 1);
    this.pageAddress[site] = address - offset;
    this.pageWord[site] = word - (offset >> 3);
    return word;
  }
}

/** Returns the threads that a segment begins with. */
export function threadsIn(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const threads: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) threads.push(checkedThread(view.getUint32(at, true)));
  return threads;
}

function checkedAddress(address: number): number {
  if (address >= 0 && address < MOST_ADDRESS) return address;
  throw badRecording('an event of the recording has an impossible address');
}

function threadIn(column: Column): number {
  return checkedThread(column.number());
}

function checkedThread(thread: number): number {
  if (thread >= MOST_THREADS)
    throw badRecording(`the recording has a thread ${thread}; the last is ${MOST_THREADS - 1}`);
  return thread;
}

function within(offset: number, size: number): number {
  if (size < 1 || offset + size > 8) throw badRecording('an access of the recording leaves its word');
  return size;
}
