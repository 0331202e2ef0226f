import type { LocalStates } from '@fencepost/core';
import { DRAIN_ALL, DRAIN_LOCATION, grown } from '@fencepost/core';
import type { Access } from './access.js';
import type { Actors } from './actors.js';
import { Clocks } from './clocks.js';
import type { PendingStores } from './pending-stores.js';
import type { Run } from './run.js';
import type { Trail } from './trail.js';

const NONE = -1;

/**
 * The happens-before of chronological traces (Abdulla et al., Acta Informatica 2017, Sect. 3 and 4), in vector clocks
 * maintained while the machine runs: the clocks C and the records M of the extended configuration; B is in
 * `PendingStores`.
 */
export class HappensBefore {
  readonly clocks = new Clocks();
  /** The events that race with the last event appended, by depth, latest first. */
  races = new Int32Array(16);
  raceCount = 0;
  /** Clock of the last event appended without the edges from conflicting accesses. */
  baseRow = 0;

  /** By actor: its clock C(p). */
  private readonly rowOf;
  /** By location: depth of the last update (e_u of Fig. 12 in the paper). */
  private readonly lastWrite;
  /** By location: depth of the latest load in the reader set L, linked through `nextReader`. */
  private readonly readers;
  private nextReader = new Int32Array(64);
  private readonly states: LocalStates;
  private readonly trail: Trail;
  private readonly actors: Actors;
  private readonly stores: PendingStores;
  private readonly run: Run;

  constructor(states: LocalStates, trail: Trail, actors: Actors, stores: PendingStores, run: Run) {
    this.states = states;
    this.trail = trail;
    this.actors = actors;
    this.stores = stores;
    this.run = run;
    this.rowOf = trail.column();
    this.lastWrite = trail.column(NONE);
    this.readers = trail.column(NONE);
  }

  fit(locations: number): void {
    this.clocks.fit(this.actors.count);
    this.rowOf.fit(this.actors.count);
    this.lastWrite.fit(locations);
    this.readers.fit(locations);
  }

  rowOfThread(t: number): number {
    return this.rowOf.data[this.actors.ofThread(t)]!;
  }

  /** Whether the event at `depth` happens before the owner of the row. */
  sees(row: number, depth: number): boolean {
    return this.clocks.entry(row, this.run.actor[depth]!) > depth;
  }

  /** Returns the number of the latest write of this location that the thread has seen; 0 if none. Under SC. */
  lastSeenWrite(t: number, location: number): number {
    const { run } = this;
    const row = this.rowOfThread(t);
    let write = this.lastWrite.data[location] ?? NONE;
    while (write >= 0 && !this.sees(row, write)) write = run.writeBefore[write]!;
    return write < 0 ? 0 : run.coherence[write]!;
  }

  /** Records that the thread has waited until all its stores are in memory (update to fence; Fig. 12 line 37). */
  drained(t: number): void {
    const { actors, clocks, rowOf } = this;
    const thread = actors.ofThread(t);
    const row = rowOf.data[thread]!;
    let b = actors.firstBufferOf(t);
    while (b >= 0 && this.seesAll(row, b)) b = actors.bufferAfter(b);
    if (b < 0) return;
    const joined = clocks.copy(row);
    this.joinBuffers(joined, t);
    this.trail.set(rowOf, thread, joined);
  }

  /** Gives the child the clock of its parent. */
  spawned(parent: number, child: number): void {
    this.trail.set(this.rowOf, this.actors.ofThread(child), this.rowOfThread(parent));
  }

  /** Records that the thread waited for the end of the child and for the child's stores to reach memory. */
  joined(t: number, child: number): void {
    const joined = this.clocks.copy(this.rowOfThread(t));
    this.clocks.join(joined, this.rowOfThread(child));
    this.joinBuffers(joined, child);
    this.trail.set(this.rowOf, this.actors.ofThread(t), joined);
  }

  /**
   * Orders the event just appended to the run after the events it depends on, and finds its races (TSO-post, Fig. 12 of
   * Abdulla et al., Acta Informatica 2017).
   */
  append(access: Access): void {
    const { clocks, run } = this;
    const depth = run.length - 1;
    const row = this.rowBefore(access);
    clocks.tick(row, access.actor, depth);
    this.raceCount = 0;
    this.baseRow = row;
    const full = access.cover >= 0 ? row : this.followConflicts(row, access);
    run.row[depth] = full;
    this.trail.set(this.rowOf, access.actor, full);
    this.remember(access, depth);
  }

  /** Returns a new row: the clock of the actor's next event, excluding conflicting accesses. */
  rowBefore(access: Access): number {
    const { actor, thread, drains } = access;
    const row = this.clocks.copy(this.rowOf.data[actor]!);
    if (this.actors.isBuffer[actor] === 1) this.followStore(row, this.stores.oldest(actor));
    else if ((drains & DRAIN_ALL) !== 0) this.joinBuffers(row, thread);
    else if ((drains & DRAIN_LOCATION) !== 0) this.followLocation(row, thread, access.location);
    return row;
  }

  private joinBuffers(row: number, t: number): void {
    const { actors, clocks } = this;
    for (let b = actors.firstBufferOf(t); b >= 0; b = actors.bufferAfter(b)) {
      if (!this.seesAll(row, b)) clocks.join(row, this.rowOf.data[b]!);
    }
  }

  /** Whether the owner of the row has seen the last event of the buffer, and so everything that happens before it. */
  private seesAll(row: number, buffer: number): boolean {
    return this.clocks.entry(row, buffer) === this.clocks.entry(this.rowOf.data[buffer]!, buffer);
  }

  /**
   * Adds the edges store to update and, under PSO, those from the updates of the previous epoch, which a store-store
   * fence ordered first.
   */
  private followStore(row: number, entry: number): void {
    const { clocks, stores } = this;
    clocks.join(row, stores.storeRow[entry]!);
    for (let e = stores.lastBefore(entry); e >= 0; e = stores.sameEpochBefore(e)) {
      clocks.join(row, stores.commitRow.data[e]!);
    }
  }

  /**
   * For an access that drains its location: adds the edges from the updates of that location, and from those before the
   * last fence.
   */
  private followLocation(row: number, t: number, location: number): void {
    const { clocks, stores } = this;
    // Not the row of the buffer: one that all locations share may have updated others since.
    const own = stores.lastTo(t, location);
    if (own >= 0) clocks.join(row, stores.commitRow.data[own]!);
    for (let e = stores.lastBeforeEpoch(t); e >= 0; e = stores.sameEpochBefore(e)) {
      clocks.join(row, stores.commitRow.data[e]!);
    }
  }

  /**
   * Adds the edges update to update, source and conflict. Departure from Fig. 12 line 23, which compares each candidate
   * with the clock of the thread and the store only: a race is an *immediate* edge, so candidates are taken from the
   * latest to the earliest, each compared with the clock joined so far (smallest redundant insertion otherwise: `W0 ||
   * R0 W1 R0 || W1` under SC). The reader set is linked in that order, except that a load forwarded from the last
   * update may be older than it (`3.SB+mfence+rfi+rfi-po`), so the update takes its place by depth.
   */
  private followConflicts(base: number, access: Access): number {
    const { location, thread } = access;
    const update = this.lastWrite.data[location]!;
    let full = base;
    let reader = access.writes ? this.readers.data[location]! : NONE;
    for (; reader > update; reader = this.nextReader[reader]!) {
      if (!this.isUnordered(full, reader, thread)) continue;
      full = this.follow(full, base, reader);
      this.addRace(reader);
    }
    if (update >= 0 && this.isUnordered(full, update, thread)) {
      full = this.follow(full, base, update);
      const reversible = access.waiting === 0 ? update : this.lastReversible(access, base);
      if (reversible >= 0) this.addRace(reversible);
    }
    for (; reader >= 0; reader = this.nextReader[reader]!) {
      if (!this.isUnordered(full, reader, thread)) continue;
      full = this.follow(full, base, reader);
      this.addRace(reader);
    }
    return full;
  }

  /**
   * Whether the event at `depth` is of another thread and not yet ordered. Accesses of one thread never conflict: they
   * are ordered by program order and store to update, or, an update and a load, not at all (Fig. 12 lines 22, 23 and
   * 28).
   */
  private isUnordered(row: number, depth: number, thread: number): boolean {
    return this.run.thread[depth] !== thread && !this.sees(row, depth);
  }

  private follow(row: number, base: number, depth: number): number {
    const full = row === base ? this.clocks.copy(base) : row;
    this.clocks.join(full, this.run.row[depth]!);
    return full;
  }

  private addRace(depth: number): void {
    if (this.raceCount === this.races.length) this.races = grown(this.races, this.raceCount + 1);
    this.races[this.raceCount++] = depth;
  }

  /**
   * For an event that waits for a value (an await, or taking a mutex): returns the latest write of its location before
   * which it could have happened, or -1. Such an event is not possible before a write that replaced a value it does not
   * wait for, so it cannot simply be swapped with the last write (such as an unlock). But it could have come before an
   * earlier one (the lock). `row` is the clock of the event, excluding conflicts.
   */
  lastReversible(access: Access, row: number): number {
    const { run } = this;
    let write = this.lastWrite.data[access.location]!;
    while (write >= 0 && this.isUnordered(row, write, access.thread)) {
      if (this.states.accepts(access.waiting, run.replaced[write]!)) return write;
      write = run.writeBefore[write]!;
    }
    return NONE;
  }

  /**
   * Updates M and B. A load forwarded from a buffer entry becomes a reader of the location when the entry is updated.
   * That update *replaces* the reader set, because all other readers happen before the update (Fig. 12 lines 17–20 keep
   * them).
   */
  private remember(access: Access, depth: number): void {
    const { trail, stores } = this;
    const { location } = access;
    if (access.writes) {
      this.run.writeBefore[depth] = this.lastWrite.data[location]!;
      trail.set(this.lastWrite, location, depth);
      const entry = this.run.entry[depth]!;
      const forwarded = entry >= 0 ? stores.reader.data[entry]! : NONE;
      this.push(location, forwarded, NONE);
    } else if (access.cover >= 0) trail.set(stores.reader, access.cover, depth);
    else this.push(location, depth, this.readers.data[location]!);
  }

  private push(location: number, reader: number, next: number): void {
    if (reader >= this.nextReader.length) this.nextReader = grown(this.nextReader, reader + 1);
    if (reader >= 0) this.nextReader[reader] = next;
    if (this.readers.data[location] !== reader) this.trail.set(this.readers, location, reader);
  }
}
