import { grown } from '@fencepost/core';
import type { Actors } from './actors.js';
import type { Trail } from './trail.js';

const NONE = -1;

/**
 * The store buffers B of all threads (Abdulla et al., Acta Informatica 2017, Sect. 4), as one stack of entries in the
 * order the stores were issued. A commit marks its entry, so that undoing it moves nothing. A store-store fence starts
 * a new epoch of its thread: the stores of an epoch reach memory after those of the epochs before it (core:
 * models/store-buffers.ts).
 */
export class PendingStores {
  // Columns by entry. The first group is written when the entry is made.
  location = new Int32Array(32);
  value = new Int32Array(32);
  event = new Int32Array(32);
  /** Clock of the thread when it stored: the edge store to update. */
  storeRow = new Int32Array(32);
  /** The first entry number of its epoch. Lower entries of the thread must reach memory first. */
  private epoch = new Int32Array(32);
  /** The preceding entry of the same thread. */
  private previous = new Int32Array(32);
  private following = new Int32Array(32);
  private nextOfBuffer = new Int32Array(32);
  /** Position in the location's coherence order, from 1. Valid once committed. */
  coherence = new Int32Array(32);
  private top = 0;

  /** Depth of the latest load that was forwarded from the entry (e_r of Fig. 12 in the paper), or -1. */
  readonly reader;
  /** Clock of the update; -1 while pending. */
  readonly commitRow;

  // Columns by actor.
  private readonly oldestOfBuffer;
  private readonly youngestOfBuffer;
  // Columns by thread.
  private readonly pendingOf;
  private readonly oldestOf;
  private readonly youngestOf;
  private readonly epochOf;

  private readonly trail: Trail;
  private readonly actors: Actors;

  constructor(trail: Trail, actors: Actors) {
    this.trail = trail;
    this.actors = actors;
    this.reader = trail.column(NONE);
    this.commitRow = trail.column(NONE);
    this.oldestOfBuffer = trail.column(NONE);
    this.youngestOfBuffer = trail.column(NONE);
    this.pendingOf = trail.column();
    this.oldestOf = trail.column(NONE);
    this.youngestOf = trail.column(NONE);
    this.epochOf = trail.column();
  }

  fit(threads: number): void {
    this.oldestOfBuffer.fit(this.actors.count);
    this.youngestOfBuffer.fit(this.actors.count);
    this.pendingOf.fit(threads);
    this.oldestOf.fit(threads);
    this.youngestOf.fit(threads);
    this.epochOf.fit(threads);
  }

  mark(): number {
    return this.top;
  }

  undo(mark: number): void {
    this.top = mark;
  }

  push(t: number, buffer: number, location: number, value: number, event: number, storeRow: number): void {
    const { trail } = this;
    const entry = this.top++;
    if (entry === this.location.length) this.grow();
    this.location[entry] = location;
    this.value[entry] = value;
    this.event[entry] = event;
    this.storeRow[entry] = storeRow;
    this.epoch[entry] = this.epochOf.data[t]!;
    // Not on the trail, although entry numbers are reused: undoing past the creation of the entry removes the entry.
    this.reader.fit(this.top);
    this.reader.data[entry] = NONE;
    this.commitRow.fit(this.top);
    this.commitRow.data[entry] = NONE;

    const youngest = this.youngestOf.data[t]!;
    this.previous[entry] = youngest;
    if (youngest >= 0) this.following[youngest] = entry;
    trail.set(this.youngestOf, t, entry);
    if (this.pendingOf.data[t] === 0) trail.set(this.oldestOf, t, entry);
    trail.set(this.pendingOf, t, this.pendingOf.data[t]! + 1);

    if (this.oldestOfBuffer.data[buffer]! < 0) trail.set(this.oldestOfBuffer, buffer, entry);
    else this.nextOfBuffer[this.youngestOfBuffer.data[buffer]!] = entry;
    trail.set(this.youngestOfBuffer, buffer, entry);
  }

  /** Commits the buffer's oldest entry. */
  commit(t: number, buffer: number, commitRow: number, coherence: number): void {
    const { trail } = this;
    const entry = this.oldestOfBuffer.data[buffer]!;
    this.coherence[entry] = coherence;
    trail.set(this.commitRow, entry, commitRow);
    const isYoungest = entry === this.youngestOfBuffer.data[buffer];
    trail.set(this.oldestOfBuffer, buffer, isYoungest ? NONE : this.nextOfBuffer[entry]!);
    trail.set(this.pendingOf, t, this.pendingOf.data[t]! - 1);
    if (entry !== this.oldestOf.data[t]) return;
    let oldest = entry;
    const youngest = this.youngestOf.data[t]!;
    do oldest = oldest === youngest ? NONE : this.following[oldest]!;
    while (oldest >= 0 && this.commitRow.data[oldest]! >= 0);
    trail.set(this.oldestOf, t, oldest);
  }

  newEpoch(t: number): void {
    this.trail.set(this.epochOf, t, this.top);
  }

  /** Returns the number of stores of the thread that are not in memory yet. */
  pending(t: number): number {
    return this.pendingOf.data[t]!;
  }

  /** Returns the next entry the buffer would commit, or -1. */
  oldest(buffer: number): number {
    return this.oldestOfBuffer.data[buffer]!;
  }

  canCommit(t: number, buffer: number): boolean {
    const entry = this.oldestOfBuffer.data[buffer]!;
    return entry >= 0 && this.oldestOf.data[t]! >= this.epoch[entry]!;
  }

  /** Whether committing this entry would overtake an older store of its thread. */
  overtakes(t: number, entry: number): boolean {
    return entry !== this.oldestOf.data[t];
  }

  /** Whether every store of the thread from before its last store-store fence is in memory. */
  onlyCurrentEpoch(t: number): boolean {
    return this.pendingOf.data[t] === 0 || this.oldestOf.data[t]! >= this.epochOf.data[t]!;
  }

  /** Returns the youngest pending store of the thread to the location, from which loads are forwarded; -1 if none. */
  cover(t: number, location: number): number {
    if (this.pendingOf.data[t] === 0) return NONE;
    const oldest = this.oldestOf.data[t]!;
    for (let entry = this.youngestOf.data[t]!; entry >= oldest; entry = this.previous[entry]!) {
      if (this.location[entry] === location && this.commitRow.data[entry]! < 0) return entry;
    }
    return NONE;
  }

  /** Returns the last store of the thread to the location, pending or not; -1 if none. */
  lastTo(t: number, location: number): number {
    let entry = this.youngestOf.data[t]!;
    while (entry >= 0 && this.location[entry] !== location) entry = this.previous[entry]!;
    return entry;
  }

  /**
   * The entries of the epoch before the entry's own are enumerated by `lastBefore`, then `sameEpochBefore`, until -1.
   * Earlier epochs are ordered before these.
   */
  lastBefore(entry: number): number {
    return this.lastBelow(this.previous[entry]!, this.epoch[entry]!);
  }

  /** The same for the thread's current epoch. */
  lastBeforeEpoch(t: number): number {
    return this.lastBelow(this.youngestOf.data[t]!, this.epochOf.data[t]!);
  }

  sameEpochBefore(entry: number): number {
    const before = this.previous[entry]!;
    return before >= this.epoch[entry]! ? before : NONE;
  }

  private lastBelow(from: number, limit: number): number {
    let entry = from;
    while (entry >= limit) entry = this.previous[entry]!;
    return entry;
  }

  private grow(): void {
    const length = 2 * this.location.length;
    for (const field of [
      'location',
      'value',
      'event',
      'storeRow',
      'epoch',
      'previous',
      'following',
      'nextOfBuffer',
      'coherence',
    ] as const) {
      this[field] = grown(this[field], length);
    }
  }
}
