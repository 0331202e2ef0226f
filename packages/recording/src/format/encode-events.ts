import { grown } from '@fencepost/core';
import { checkOf, hashOf, sumWith } from './checks.js';
import { Contents } from './contents.js';
import {
  DEFINE_SITE, EVENTS_HEAD, FAILED_SWAP_EVENT, LOAD_EVENT, LOAD_RANGE_EVENT, OBJECT_EVENT, OUTSIDE_EVENT, SPAWN_EVENT,
  STORE_EVENT, STORE_RANGE_EVENT, SWITCH_EVENT,
} from './layout.js'; // prettier-ignore
import { Words } from './words.js';
import { WrittenColumn } from './written-column.js';

/** Instead of the thread of the last event, if a segment begins. */
const NOBODY = -1;

/** An event before it is encoded. */
export interface PlainEvent {
  /** Kind, logarithm of the size, memory order, order on failure: as in the definition of a site. */
  what: number;
  /** Any number that identifies a source position. */
  where: number;
  thread: number;
  /** Address of memory or of an object; the child of a spawn or a join. */
  address: number;
  /** Number of bytes if the access crosses the end of its word; otherwise 0. */
  bytes: number;
  readLow: number;
  readHigh: number;
  writtenLow: number;
  writtenHigh: number;
  expectedLow: number;
  expectedHigh: number;
}

/** Encodes blocks of events; the counterpart of `EventDecoder`. Keeps the contents of memory. */
export class EventEncoder {
  /** By site: its `where`. */
  readonly places: number[] = [];
  operations = 0;
  /** Number of values written by code that is not recorded. */
  unseen = 0;
  private readonly sites = new Map<number, Map<number, number>>();
  private lastAddress = new Float64Array(64);
  private lastSite = 0;
  private lastThread = 0;
  /** Threads 0 to threads - 1 have been started. */
  private threads = 1;
  private sum = 0;
  private readonly words = new Words();
  private readonly memory = new Contents();
  private readonly definitions = new WrittenColumn();
  private readonly which = new WrittenColumn();
  private readonly addresses = new WrittenColumn();
  private readonly values = new WrittenColumn();
  private readonly checks = new WrittenColumn();

  /** Number of bytes in the current block. */
  get bytes(): number {
    return this.which.length + this.addresses.length + this.values.length + this.checks.length;
  }

  event(event: PlainEvent): void {
    const kind = event.what >> 9;
    if (event.thread !== this.lastThread) this.turn(event.thread);
    if (kind > FAILED_SWAP_EVENT) this.step(event, kind);
    else if (event.bytes > 0) this.range(event, kind);
    else this.access(event, kind, 1 << ((event.what >> 6) & 7));
  }

  /** Returns the blocks encoded since the last call: definitions, and events. Both may be empty. */
  take(): { readonly definitions: Uint8Array; readonly events: Uint8Array } {
    const columns = [this.which, this.addresses, this.values, this.checks];
    const definitions = this.definitions.take();
    if (this.which.length === 0) return { definitions, events: new Uint8Array() };
    const events = new Uint8Array(EVENTS_HEAD + this.bytes);
    const view = new DataView(events.buffer);
    view.setUint32(4, this.sum >>> 0, true);
    let at = EVENTS_HEAD;
    columns.forEach((column, i) => {
      const bytes = column.take();
      view.setUint32(8 + 4 * i, bytes.length, true);
      events.set(bytes, at);
      at += bytes.length;
    });
    this.sum = 0;
    return { definitions, events };
  }

  /** Begins a segment after all that was taken. Returns its beginning. */
  beginSegment(): Uint8Array {
    const { threads } = this;
    this.lastAddress.fill(0);
    this.lastSite = 0;
    this.lastThread = NOBODY;
    this.memory.known.fill(0);
    const bytes = new DataView(new ArrayBuffer(4 * threads));
    for (let thread = 0; thread < threads; thread++) bytes.setUint32(4 * thread, thread, true);
    return new Uint8Array(bytes.buffer);
  }

  private turn(thread: number): void {
    this.addresses.number(thread);
    this.site(SWITCH_EVENT << 9, 0);
    this.lastThread = thread;
    this.threads = Math.max(this.threads, thread + 1);
  }

  /** Encodes a step of an object or of a thread. */
  private step({ what, where, address, thread }: PlainEvent, kind: number): void {
    this.operations++;
    if (kind === OBJECT_EVENT) {
      this.address(what, where, address);
      this.values.number(thread + 1);
    } else this.addresses.number(address);
    if (kind === SPAWN_EVENT) this.threads = Math.max(this.threads, address + 1);
    this.site(what, where);
  }

  private access(event: PlainEvent, kind: number, size: number): void {
    const { what, where, address } = event;
    const reads = kind !== STORE_EVENT;
    if (reads) this.observe(address, size, event.readLow, event.readHigh);
    this.operations++;
    this.address(what, where, address);
    this.recorded(address, size);
    const { low, high } = this.memory;
    if (reads) this.check(low, high);
    if (kind === FAILED_SWAP_EVENT) this.values.difference(event.expectedLow, event.expectedHigh, low, high, size);
    if (kind !== LOAD_EVENT) this.values.difference(event.writtenLow, event.writtenHigh, low, high, size);
    if (kind !== LOAD_EVENT && kind !== FAILED_SWAP_EVENT)
      this.remember(address, size, event.writtenLow, event.writtenHigh);
    this.site(what, where);
  }

  /** Encodes a load or store of at most 8 bytes in two words. */
  private range(event: PlainEvent, kind: number): void {
    const isLoad = kind === LOAD_EVENT;
    const { address, bytes, where } = event;
    const value = new Contents();
    const first = 8 - (address & 7);
    const parts = [
      [address, first, 0],
      [address + first, bytes - first, first],
    ] as const;
    const part = (size: number, skip: number): void => {
      value.low = isLoad ? event.readLow : event.writtenLow;
      value.high = isLoad ? event.readHigh : event.writtenHigh;
      value.keep(skip, size);
    };
    if (isLoad) {
      for (const [at, size, skip] of parts) {
        part(size, skip);
        this.observe(at, size, value.low, value.high);
      }
    }
    this.operations += parts.length;
    const what = ((isLoad ? LOAD_RANGE_EVENT : STORE_RANGE_EVENT) << 9) | (event.what & 0o77);
    this.address(what, where, address);
    this.addresses.number(bytes);
    for (const [at, size, skip] of parts) {
      part(size, skip);
      this.recorded(at, size);
      if (isLoad) this.check(value.low, value.high);
      else {
        this.values.difference(value.low, value.high, this.memory.low, this.memory.high, size);
        this.remember(at, size, value.low, value.high);
      }
    }
    this.site(what, where);
  }

  /**
   * Records the value of memory if it differs from the recorded one: these bytes are seen for the first time, or code
   * that is not recorded has written them.
   */
  private observe(address: number, size: number, low: number, high: number): void {
    const isKnown = this.recorded(address, size);
    const { memory } = this;
    if (isKnown && memory.low === low && memory.high === high) return;
    if (isKnown) this.unseen++;
    const what = OUTSIDE_EVENT << 9;
    this.address(what, 0, address);
    this.addresses.number(size);
    this.values.difference(low, high, memory.low, memory.high, size);
    this.site(what, 0);
    this.remember(address, size, low, high);
  }

  /** Reads the recorded value into `memory`; 0 unless all bytes are known. */
  private recorded(address: number, size: number): boolean {
    return this.memory.readKnown(this.wordAt(address), address & 7, size);
  }

  private remember(address: number, size: number, low: number, high: number): void {
    this.memory.low = low;
    this.memory.high = high;
    this.memory.write(this.wordAt(address), address & 7, size);
  }

  private wordAt(address: number): number {
    const word = this.words.at(address);
    this.memory.fit(this.words.count);
    return word;
  }

  private check(low: number, high: number): void {
    const hash = hashOf(low, high);
    this.sum = sumWith(this.sum, hash);
    this.checks.byte(checkOf(hash));
  }

  private address(what: number, where: number, address: number): void {
    const site = this.siteOf(what, where);
    this.addresses.signed(address - this.lastAddress[site]!);
    this.lastAddress[site] = address;
  }

  private site(what: number, where: number): void {
    const site = this.siteOf(what, where);
    this.which.signed(site - this.lastSite);
    this.lastSite = site;
  }

  private siteOf(what: number, where: number): number {
    let byWhere = this.sites.get(what);
    if (byWhere === undefined) this.sites.set(what, (byWhere = new Map<number, number>()));
    const known = byWhere.get(where);
    if (known !== undefined) return known;
    const site = this.places.push(where) - 1;
    byWhere.set(where, site);
    if (site >= this.lastAddress.length) this.lastAddress = grown(this.lastAddress, site + 1);
    this.definitions.number(DEFINE_SITE);
    this.definitions.number(0);
    this.definitions.number(site);
    this.definitions.number(what);
    return site;
  }
}
