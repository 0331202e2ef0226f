import type { Builder } from './builder.js';
import type { Cuts } from './revisit-undo.js';
import type { Graph } from '../state/graph.js';
import { UnitSearch } from './unit-search.js';
import { NONE, READS, UNIT_HEAD, UNIT_REST, WOKEN, WRITES } from '../state/graph.js';

/**
 * Backward revisits (TruSt; Kokologiannakis et al., POPL 2022). When a write a is added, a read r of its location that
 * is not before it in program order ∪ reads-from may read a instead. Events added after r that are not before a are
 * deleted (`Deleted`). To reach the resulting graph from one graph only, this is done only if r and all deleted events
 * e are **maximal**: they read the latest write, or are the latest write, among Previous(e), the events added before e
 * or before a. A maximal event is one that would be added to the remaining graph in the same way without lookahead.
 *
 * If so, no deleted event is before a kept event, so the closures of the kept events do not change.
 */
export class Revisits {
  private readonly graph: Graph;
  private readonly builder: Builder;
  /** porf(a): the events before a, without a itself. */
  private porf = new Int32Array(1);
  /** The latest known stamp of an event that is neither before a nor maximal: no read up to it may be revisited. */
  private latestObstacle = NONE;
  readonly unitSearch: UnitSearch;

  constructor(builder: Builder) {
    this.builder = builder;
    this.graph = builder.graph;
    this.unitSearch = new UnitSearch(builder.graph, builder.asideP);
  }

  /** Sets the revisiting write to the next operation of thread t. If it is an atomic, it reads `source`. */
  setNextWrite(t: number, source: number): void {
    this.setWrite(this.graph.last[t]!, source);
    const { mates } = this.builder;
    if (mates !== undefined) this.include(mates.ofNext(t));
  }

  /**
   * Sets the revisiting write to one that follows event `before` (or NONE) in its thread. If it is an atomic, it reads
   * `source`.
   */
  setWrite(before: number, source: number): void {
    const { width } = this.graph;
    if (this.porf.length !== width) this.porf = new Int32Array(width);
    else for (let w = 0; w < width; w++) this.porf[w] = 0;
    this.latestObstacle = NONE;
    this.include(before);
    this.include(source);
  }

  private include(e: number): void {
    const { graph } = this;
    if (e === NONE || graph.thread[e] === NONE) return;
    const { width, porf } = graph;
    for (let w = 0, at = e * width; w < width; w++, at++) this.porf[w]! |= porf[at]!;
    this.porf[e >> 5]! |= 1 << (e & 31);
  }

  private beforeWrite(e: number): boolean {
    return (this.porf[e >> 5]! & (1 << (e & 31))) !== 0;
  }

  /**
   * Returns the next read of the location that may be revisited, after `previous` (NONE: the first), or NONE. If
   * `taken` is the atomic that already follows the source of the revisiting one, only revisits that delete it count.
   */
  next(location: number, previous: number, taken: number): number {
    const { graph } = this;
    if (taken !== NONE && this.beforeWrite(taken)) return NONE;
    if (previous !== NONE && (graph.flags[previous]! & UNIT_HEAD) !== 0)
      return this.nextUnit(location, graph.readStamp[previous]!, taken);
    let write = previous === NONE ? this.firstSource(location) : graph.source[previous]!;
    let reader = previous === NONE ? graph.firstReader[write]! : graph.nextReader[previous]!;
    for (;;) {
      while (reader === NONE) {
        write = graph.later[write]!;
        if (write === NONE) return this.nextUnit(location, 0, taken);
        reader = graph.firstReader[write]!;
      }
      if ((graph.flags[reader]! & (UNIT_HEAD | UNIT_REST)) === 0 && this.isRevisitable(reader, taken)) return reader;
      reader = graph.nextReader[reader]!;
    }
  }

  /**
   * Returns the oldest write of the location that a revisited read may have as its source: no write after it is before
   * the revisiting write.
   */
  private firstSource(location: number): number {
    const { latest, earlier } = this.graph;
    let write = latest[location]!;
    for (let older = earlier[write]!; older !== NONE && !this.beforeWrite(write); older = earlier[write]!)
      write = older;
    return write;
  }

  /**
   * Whether some revisit may delete the atomic e. Such a revisit also deletes the atomics that read e, and so on. None
   * of these may have been added before the write it read, because then it would not be maximal. The answer does not
   * depend on the revisiting write.
   */
  mayBeDeleted(e: number): boolean {
    const { later, flags, readStamp, writeStamp } = this.graph;
    for (let next = later[e]!; next !== NONE && (flags[next]! & READS) !== 0; next = later[next]!) {
      if (readStamp[next]! <= writeStamp[e]! && (flags[next]! & WOKEN) === 0) return false;
      e = next;
    }
    return true;
  }

  /**
   * Returns the first read of the next unit that may be revisited, after the unit with this stamp. Uses stamps because
   * slots differ between processes.
   */
  private nextUnit(location: number, stamp: number, taken: number): number {
    const { graph } = this;
    if (!this.builder.units.enabled || graph.states.locations.isMutex(location)) return NONE;
    for (let e = this.unitAfter(stamp); e !== NONE; e = this.unitAfter(graph.readStamp[e]!)) {
      if (this.isRevisitable(e, taken) && this.unitSearch.mayRead(e)) return e;
    }
    return NONE;
  }

  /** Returns the oldest unit that is younger than this stamp. */
  private unitAfter(stamp: number): number {
    const { present, width, flags, readStamp } = this.graph;
    let unit = NONE;
    for (let word = 0; word < width; word++) {
      for (let left = present[word]! & ~this.porf[word]!; left !== 0; left &= left - 1) {
        const e = 32 * word + 31 - Math.clz32(left & -left);
        if ((flags[e]! & UNIT_HEAD) === 0 || readStamp[e]! <= stamp) continue;
        if (unit === NONE || readStamp[e]! < readStamp[unit]!) unit = e;
      }
    }
    return unit;
  }

  private isRevisitable(r: number, taken: number): boolean {
    const { graph } = this;
    const stamp = graph.readStamp[r]!;
    if (this.beforeWrite(r) || stamp <= this.latestObstacle) return false;
    if (taken !== NONE && graph.readStamp[taken]! < stamp) return false;
    if (!this.isMaximal(r, stamp)) return this.obstructs(r);
    const { present, width, readStamp } = graph;
    // Of the latest events first, since they obstruct most other revisits, too.
    for (let word = width - 1; word >= 0; word--) {
      for (let left = present[word]! & ~this.porf[word]!; left !== 0;) {
        const bit = 31 - Math.clz32(left);
        left &= ~(1 << bit);
        const e = 32 * word + bit;
        if (readStamp[e]! < stamp) {
          if (!this.canWaitAgain(e, stamp)) return false;
        } else if (!this.isMaximal(e, stamp)) return this.obstructs(e);
      }
    }
    return true;
  }

  /** Notes that no revisit may delete the event e, which is not before the write. */
  private obstructs(e: number): false {
    this.latestObstacle = Math.max(this.latestObstacle, this.graph.readStamp[e]!);
    return false;
  }

  /**
   * For a kept lock e whose waking is deleted: whether the lock it waited for is kept, and no kept event depends on e
   * holding the mutex. True for other events.
   */
  private canWaitAgain(e: number, stamp: number): boolean {
    const { graph } = this;
    if ((graph.flags[e]! & WOKEN) === 0) return true;
    const unlock = graph.source[e]!;
    if (graph.readStamp[unlock]! < stamp || this.beforeWrite(unlock)) return true;
    const awaited = graph.source[unlock]!;
    const awaitedStays = graph.readStamp[awaited]! < stamp || this.beforeWrite(awaited);
    return awaitedStays && this.isMaximalWrite(e, stamp);
  }

  /**
   * Whether the event is maximal, provided that all deleted events are: those of stamp `deleted` or later that are not
   * before a. So the walk along coherence ends at the first deleted write.
   */
  private isMaximal(e: number, deleted: number): boolean {
    const { graph } = this;
    const { later, readStamp, writeStamp } = graph;
    const flags = graph.flags[e]!;
    if ((flags & READS) !== 0) {
      let source = graph.source[e]!;
      const stamp = readStamp[e]!;
      // A lock woken by an event outside Previous was waiting for the lock before that event.
      if ((flags & WOKEN) !== 0 && !this.beforeWrite(source)) source = graph.source[source]!;
      if (writeStamp[source]! > stamp && !this.beforeWrite(source)) return false;
      for (let w = later[source]!; w !== NONE; w = later[w]!) {
        if (writeStamp[w]! <= stamp || this.beforeWrite(w)) return false;
        if (readStamp[w]! >= deleted) break;
      }
    }
    return (flags & WRITES) === 0 || this.isMaximalWrite(e, deleted);
  }

  private isMaximalWrite(e: number, deleted: number): boolean {
    const { later, nextReader, readStamp, writeStamp, firstReader, flags } = this.graph;
    const stamp = writeStamp[e]!;
    for (let w = later[e]!; w !== NONE; w = later[w]!) {
      if (writeStamp[w]! <= stamp || this.beforeWrite(w)) return false;
      if (readStamp[w]! >= deleted) break;
    }
    for (let r = firstReader[e]!; r !== NONE; r = nextReader[r]!) {
      // A lock that e woke waits again if e is deleted.
      if (this.beforeWrite(r) || (readStamp[r]! <= stamp && (flags[r]! & WOKEN) === 0)) return false;
    }
    return true;
  }

  /** Whether every read of the location except this one is before the write. */
  isOnlyOther(location: number, read: number): boolean {
    const { graph } = this;
    for (let w = graph.initialWrite[location]!; w !== NONE; w = graph.later[w]!) {
      for (let r = graph.firstReader[w]!; r !== NONE; r = graph.nextReader[r]!) {
        if (r !== read && !this.beforeWrite(r)) return false;
      }
    }
    return true;
  }

  /** Returns the number of events that the revisit of a read with this stamp deletes. */
  private countDeleted(stamp: number): number {
    const { present, width, readStamp, thread } = this.graph;
    let deleted = 0;
    for (let word = 0; word < width; word++) {
      for (let left = present[word]! & ~this.porf[word]!; left !== 0; left &= left - 1) {
        const e = 32 * word + 31 - Math.clz32(left & -left);
        if (thread[e] !== NONE && readStamp[e]! >= stamp) deleted++;
      }
    }
    return deleted;
  }

  /** Removes r and the events that its revisit deletes. Threads return to their states before the deleted events. */
  restrict(r: number, cuts: Cuts): void {
    const { graph } = this;
    const stamp = graph.readStamp[r]!;
    cuts.begin(cuts.dependOnSize ? this.countDeleted(stamp) : 0);
    // Children have higher numbers than the threads that start them, so a spawn is removed after the events of its
    // child.
    for (let t = graph.threads - 1; t >= 0; t--) {
      let isKept = false;
      for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t; e = graph.last[t]!) {
        if (graph.readStamp[e]! < stamp || this.beforeWrite(e)) break;
        if (!isKept) cuts.keepThread(t);
        isKept = true;
        cuts.remove(e);
      }
    }
    for (let t = 0; t < graph.threads; t++) {
      const e = graph.last[t]!;
      const woken = e !== NONE && graph.thread[e] === t && (graph.flags[e]! & WOKEN) !== 0;
      if (woken && !graph.isPresent(graph.source[e]!)) cuts.putBack(e);
    }
    cuts.end();
  }
}
