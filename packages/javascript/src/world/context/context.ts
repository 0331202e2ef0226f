import type { CellSize, Limit, ElementType, Site } from '@fencepost/core';
import { Cells, decodeWide, showNumber } from '@fencepost/core';
import { AccessedMemory } from './accessed-memory.js';
import type { Segment } from './blocks.js';
import { BlockTable } from './blocks.js';
import type { WorkerSpec } from './worker-spec.js';
import { Identities } from './identities.js';
import { Influences } from '../time/influences.js';
import { Lanes } from './lanes.js';
import { MOST_TOSSES, Time } from '../time/time.js';
import { Presented } from './presented.js';
import type { Sites } from './sites.js';
import { unguarded } from './unguarded.js';

/** First address of locations that are not memory: waiter lists, inboxes. */
export const SHADOW = 2 ** 40;
/** Unused space between buffers. */
const GAP = 64;

/** A SharedArrayBuffer as shared by all worlds: each world creates it again. */
export interface SharedBuffer {
  readonly base: number;
  /** The maximum length in bytes. */
  readonly size: number;
  readonly growable: boolean;
  /** Length in bytes after set-up. */
  length: number;
  /** The user's name for it. */
  name: string;
  /** Content after set-up. */
  initial: Uint8Array;
}

/**
 * Kinds of places that are not memory, and their names, which precede their owner: an address, or the handle of a
 * thread.
 */
const PLACES = {
  waiters: '',
  inbox: 'the messages for',
  outbox: 'the messages from',
  promise: 'a promise of',
  outside: '',
  port: 'message port',
  toss: 'what is not determined in',
  clock: 'the clock',
  broadcast: 'broadcast channel',
} as const;
type PlaceKind = keyof typeof PLACES;

/** Bounds of the exploration. */
export interface Bounds {
  /** Iterations of a loop with visible operations, each time it is entered. */
  readonly unroll: number;
  /** The same for a loop that ends when a counter compares differently. */
  readonly counted: number;
}

/** The default bounds. */
export const DEFAULT_BOUNDS: Bounds = { unroll: 32, counted: 1000 };

/**
 * State shared by the runs of a program's threads. None of it depends on the execution, so all information collected
 * here holds for all executions.
 */
export class Context {
  readonly sites: Sites;
  readonly bounds: Bounds;
  cells = new Cells();
  readonly blocks = new BlockTable();
  readonly presented: Presented;
  readonly limits = new Map<string, Limit>();
  /** Remarks that qualify the verdict. */
  readonly notes = new Set<string>();
  /** Remarks on code whose accesses are invisible. They matter only if shared memory exists. */
  readonly unseen = new Set<string>();
  private readonly buffers = new Map<string, SharedBuffer>();
  private readonly byBase: SharedBuffer[] = [];
  private nextBase = GAP;
  private readonly places = new Map<string, number>();
  private readonly placeNames: string[] = [];
  private readonly waiterLists = new Set<number>();
  private readonly timePlaces = new Set<number>();
  private readonly accessed = new AccessedMemory();
  /** Names of threads, by handle. */
  readonly threadNames = new Map<number, string>();

  constructor(sites: Sites, bounds: Bounds = DEFAULT_BOUNDS) {
    this.sites = sites;
    this.presented = new Presented(sites);
    this.bounds = bounds;
  }

  /** Returns the `ordinal`-th buffer made by `maker` (a thread, or set-up), in any world. */
  buffer(maker: string, ordinal: number, memory: SharedArrayBuffer, most?: number): SharedBuffer {
    const growable = Reflect.get(memory, 'growable') === true;
    const length = memory.byteLength;
    const size = most ?? (growable ? Number(Reflect.get(memory, 'maxByteLength')) : length);
    const key = `${maker} ${ordinal} ${size}`;
    const known = this.buffers.get(key);
    if (known !== undefined) return known;
    const number = this.byBase.length + 1;
    const initial = new Uint8Array(length);
    const buffer = { base: this.nextBase, size, growable, length, name: `buffer${number}`, initial };
    this.nextBase += Math.ceil((size + GAP) / GAP) * GAP;
    this.buffers.set(key, buffer);
    this.byBase.push(buffer);
    return buffer;
  }

  /** Whether there is shared memory. */
  get hasBuffers(): boolean {
    return this.byBase.length > 0;
  }

  /** Returns the buffer that contains this address. */
  bufferAt(address: number): SharedBuffer | undefined {
    return this.byBase.findLast(({ base }) => base <= address);
  }

  /**
   * Returns a place that is not memory, by its owner: `place('waiters', address)`, `place('inbox', handle)`,
   * `place('broadcast', name)`. `index`: one of several places of that owner.
   */
  place(kind: PlaceKind, owner: number | string, index?: number): number {
    const key = index === undefined ? `${kind} ${owner}` : `${kind} ${owner} ${index}`;
    const known = this.places.get(key);
    if (known !== undefined) return known;
    const place = SHADOW + this.placeNames.length;
    this.placeNames.push(
      kind === 'waiters' ? this.nameOf(Number(owner)) : `${PLACES[kind]} ${this.ownerName(kind, owner)}`.trim(),
    );
    this.places.set(key, place);
    if (kind === 'waiters') this.waiterLists.add(place);
    if (kind === 'toss' || kind === 'clock') this.timePlaces.add(place);
    return place;
  }

  private ownerName(kind: PlaceKind, owner: number | string): string {
    if (typeof owner === 'string') return owner;
    if (kind === 'clock' || kind === 'outside') return '';
    const thread = kind === 'toss' ? Math.floor(owner / MOST_TOSSES) : owner;
    return this.threadNames.get(thread) ?? String(thread);
  }

  /** Returns whether the place serves only to model time. */
  isOfTime(place: number): boolean {
    return this.timePlaces.has(place);
  }

  isWaiterList(place: number): boolean {
    return this.waiterLists.has(place);
  }

  nameAccess(address: number, site: number, index: number, form: ElementType): void {
    this.nameAddress(address, site, form, () => {
      const name = this.sites.nameOf(site);
      return name === '' ? '' : `${name}[${index}]`;
    });
  }

  /** Like `nameAccess`, with a name that does not depend on the site. */
  nameAddress(address: number, site: number, form: ElementType, name: () => string): void {
    this.accessed.note(address, site, form, name);
  }

  /** Returns a value of memory as JavaScript writes it. */
  showValue(word: number, address: number, size: CellSize, site: Site | undefined): string {
    if (address >= SHADOW) return String(word);
    return showNumber(size < 8 ? BigInt(word) : decodeWide(word), size, this.formAt(address, site));
  }

  /** Returns the element type with which `site` accesses this memory. */
  formAt(address: number, site: Site | undefined): ElementType | undefined {
    return this.accessed.formOf(address, (number) => site !== undefined && sameSite(this.siteOf(number), site));
  }

  nameOf(address: number): string {
    if (address >= SHADOW) return this.placeNames[address - SHADOW] ?? `[${address}]`;
    const block = this.blocks.at(address);
    const last = block?.isBlock === true && block.start === address ? block : undefined;
    const named = this.accessed.nameOf(address);
    if (named !== '') return last === undefined ? named : upToLast(named, last);
    const buffer = this.bufferAt(address);
    if (buffer === undefined) return `[${address}]`;
    const end = last === undefined ? '' : `…${last.end - 1 - buffer.base}`;
    return `${buffer.name}+${address - buffer.base}${end}`;
  }

  /** Identities of objects that messages carry by reference. */
  readonly identities = new Identities();

  /** Starts a worker from a thread. */
  startWorker: ((spec: WorkerSpec) => number) | undefined;

  /** Iterations of loops that were tested and found to wait, by their history. */
  readonly idleRounds = new Set<string>();

  /** Whether threads assign properties of views. */
  marksViews = false;

  /** Number of successful tests of waiting iterations, by their operations and results. */
  readonly testedRounds = new Map<string, number>();

  /** Handles of workers that are terminated in some execution: they must check for that wherever they wait. */
  readonly terminated = new Set<number>();

  /** Handles of workers whose parent listens to their errors in some execution. */
  readonly heard = new Set<number>();

  /** Handles of workers whose parent wants to know when they end, in some execution. */
  readonly watched = new Set<number>();

  readonly lanes = new Lanes();

  /** States of synchronisation objects before the threads start (messages posted by set-up code), by place. */
  readonly initialStates = new Map<number, number>();

  /** The use of time by threads. */
  readonly time = new Time();
  /** Which tasks influence each other. */
  readonly influences = new Influences();

  /** By loop: maximum number of iterations passed over. */
  readonly repeated = new Map<string, number>();

  noteRepeated(what: string, times: number): void {
    this.repeated.set(what, Math.max(times, this.repeated.get(what) ?? 0));
  }

  /** Clears the notes that qualify the verdict; they will be added again. */
  clearNotes(): void {
    this.limits.clear();
    this.repeated.clear();
  }

  /** Returns the code that the verdict does not cover, because its accesses were invisible. */
  unseenCode(): readonly Limit[] {
    if (this.byBase.length === 0) return [];
    return [...this.unseen, ...unguarded].map((what) => ({ what, bound: '', advice: '', isUnseen: true }));
  }

  limit(what: string, bound: string, advice: string): void {
    this.limits.set(what, { what, bound, advice });
  }

  siteOf(number: number): Site | undefined {
    return this.sites.siteOf(number);
  }
}

function sameSite(a: Site | undefined, b: Site): boolean {
  return a?.line === b.line && a.column === b.column && a.file === b.file;
}

/** Returns the name of a block: `data[0]`, and all elements after it, `data[0…15]`. */
function upToLast(first: string, { start, end, unit }: Segment): string {
  const count = (end - start) / unit;
  return count === 1 ? first : first.replace(/\d+(?=\]$)/, (index) => `${index}…${Number(index) + count - 1}`);
}
