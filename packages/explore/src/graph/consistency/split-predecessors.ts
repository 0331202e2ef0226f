import {
  AFTER_FORWARDING_ATOMIC,
  AFTER_OWN_ACCESSES,
  AFTER_OWN_LOCATION,
  AFTER_OWN_READS,
  AFTER_OWN_RELEASES,
  AFTER_OWN_STORES,
  AFTER_READ_BASE,
  AFTER_WRITE_BASE,
  CAS,
  ORDERS,
  ORDER_BITS,
  RELEASES,
  RMW,
  STORE,
  functionOf,
} from '@fencepost/core';
import { NONE, READS, WRITES } from '../state/graph.js';
import { Predecessors } from './predecessors.js';

const WALKED =
  AFTER_OWN_ACCESSES |
  AFTER_OWN_READS |
  AFTER_OWN_STORES |
  AFTER_OWN_RELEASES |
  AFTER_OWN_LOCATION |
  AFTER_FORWARDING_ATOMIC;

const RELEASE_STORE = (STORE << ORDER_BITS) | ORDERS.indexOf('release');
const RELAXED_STORE = (STORE << ORDER_BITS) | ORDERS.indexOf('relaxed');

/**
 * P under models that split atomics and preserve little program order (ARMv8). P is collected from the earlier events
 * of the thread. The row of an atomic is that of its write part; the row of its read part has a separate slot
 * (`graph.readPart`).
 *
 * Reads of one location stay in order, although no read is ordered before another: a read returns no write older than
 * the one that an earlier read of its thread has seen (`floor`). ARMv8 defines this as a hazard: the earlier read is
 * ordered before the write that overwrites the value read by the later one. As the later read returns no older write,
 * from-reads express the same constraint.
 */
export class SplitPredecessors extends Predecessors {
  override has(event: number): boolean {
    return event === this.floor || super.has(event);
  }

  /** For a compare-and-swap, P has the writes that are before it whether it fails or not. */
  override of(t: number): void {
    const { graph } = this;
    const { states } = graph;
    const state = graph.current[t]!;
    const location = states.location[state]!;
    let flags = this.table[states.code[state]!]!;
    if (states.kind[state] === RMW && functionOf(states.fn[state]!) >= CAS) {
      flags &= this.table[states.failureCode[state]!]!;
    }
    this.floor = states.kind[state] === STORE || location < 0 ? NONE : this.lastSeen(t, location);
    this.collect(t, flags, graph.readBase[t]!, graph.writeBase[t]!, graph.last[t]!, location);
  }

  override ofAll(t: number): void {
    const { graph } = this;
    const flags = AFTER_READ_BASE | AFTER_WRITE_BASE | AFTER_OWN_ACCESSES;
    this.collect(t, flags, graph.readBase[t]!, graph.writeBase[t]!, graph.last[t]!, NONE);
  }

  /** Computes P; for an atomic, P of its read part. */
  override ofEvent(e: number): void {
    this.ofPart(e, this.flagsOf(e));
  }

  ofWritePart(e: number): void {
    this.ofPart(e, this.table[(this.flagsOf(e) & RELEASES) !== 0 ? RELEASE_STORE : RELAXED_STORE]!);
  }

  private ofPart(e: number, flags: number): void {
    const { thread, readBaseBefore, writeBaseBefore, before, location } = this.graph;
    this.floor = NONE;
    this.collect(thread[e]!, flags, readBaseBefore[e]!, writeBaseBefore[e]!, before[e]!, location[e]!);
  }

  override collect(
    t: number,
    flags: number,
    readBase: number,
    writeBase: number,
    last: number,
    location: number,
  ): void {
    const { graph } = this;
    if (this.P.length !== graph.width) this.P = new Int32Array(graph.width);
    else this.P.fill(0);
    if ((flags & AFTER_READ_BASE) !== 0 && readBase !== NONE) this.includeRead(readBase);
    if ((flags & AFTER_WRITE_BASE) !== 0 && writeBase !== NONE) this.include(writeBase);
    let wanted = flags & WALKED;
    for (let e = last; wanted !== 0 && e !== NONE && graph.thread[e] === t; e = graph.before[e]!) {
      wanted &= ~this.collectFrom(e, wanted, location);
    }
  }

  /** Includes e in P as far as `wanted` requires. Returns the flags that need no earlier events. */
  private collectFrom(e: number, wanted: number, location: number): number {
    const { graph } = this;
    const flags = this.flagsOf(e);
    const reads = (graph.flags[e]! & READS) !== 0;
    const writes = (graph.flags[e]! & WRITES) !== 0;
    if (!reads && !writes) {
      // Later events are ordered after a fence, and so after everything that the fence is ordered after.
      if ((flags & AFTER_OWN_ACCESSES) !== 0) return WALKED;
      return flags & (AFTER_OWN_READS | AFTER_OWN_STORES);
    }
    const releases = writes && (flags & RELEASES) !== 0;
    if ((wanted & AFTER_OWN_ACCESSES) !== 0) {
      this.include(e);
      return releases ? WALKED : 0;
    }
    const here = graph.location[e] === location;
    let done = 0;
    if ((wanted & AFTER_OWN_READS) !== 0 && reads) this.includeRead(e);
    if ((wanted & AFTER_OWN_STORES) !== 0 && writes) this.include(e);
    if ((wanted & AFTER_OWN_RELEASES) !== 0 && releases) {
      this.include(e);
      done |= AFTER_OWN_RELEASES;
    }
    if ((wanted & AFTER_OWN_LOCATION) !== 0 && here) {
      this.include(e);
      if (writes) done |= AFTER_OWN_LOCATION;
    }
    if ((wanted & AFTER_FORWARDING_ATOMIC) !== 0 && here && writes) {
      if (reads) this.includeRead(e);
      done |= AFTER_FORWARDING_ATOMIC;
    }
    return done;
  }

  /** Adds to P everything before the read e, or before the read part of the atomic e. */
  private includeRead(e: number): void {
    const part = this.graph.readPart[e]!;
    this.include(part === NONE ? e : part);
  }

  private lastSeen(t: number, location: number): number {
    const { graph } = this;
    for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t; e = graph.before[e]!) {
      if (graph.location[e] === location) return (graph.flags[e]! & WRITES) !== 0 ? NONE : graph.source[e]!;
    }
    return NONE;
  }
}
