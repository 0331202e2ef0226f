import type { LocalStates } from '@fencepost/core';
import { FENCE, LOAD, PROGRESS, RMW } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import {
  BLOCKED,
  NEXT_STAMP,
  NONE,
  OBLIGED_STAMP,
  OBLIGED_THREAD,
  OBLIGED_WRITE,
  PART_OF_NEXT,
  PENDING,
  UNIT_END,
  UNIT_HEAD,
  UNIT_REST,
  WRITES,
} from '../state/graph.js';
import { isOutdated } from '../state/stale-reads.js';
import type { Trail } from '../state/trail.js';

/** Trail entry that records a change of the obligation. */
export const OBLIGATION = 1 << 29;

/** The reads that form units: those of loops, or, for tests, any. */
export type UnitKind = 'loops' | 'all';

/**
 * Units of reads. The reads from the head of a loop to its first effect, and fences between them, are one event to
 * revisits: they share a stamp, and any write revisits them together if each read reads the latest write. The thread then
 * begins the unit again. One of its reads is obliged to read the revisiting write; before that, it reads only writes that
 * existed when the unit was added. Reads after the obliged one form a new unit.
 *
 * Therefore no revisit needs a unit that does not read the latest writes. If such a unit is part of a loop iteration
 * that changes nothing, the graph is dropped. Where races are searched, that graph must not have a race that no other has:
 * all accesses to the locations that the iteration reads are assumed to be atomic.
 */
export class Units {
  readonly enabled: boolean;
  private readonly findsRaces: boolean;
  private readonly anywhere: boolean;
  private readonly graph: Graph;
  private readonly states: LocalStates;
  private readonly trail: Trail;
  /** For each change of the obligation on the trail: its previous value. */
  private readonly saved: number[] = [];

  constructor(graph: Graph, trail: Trail, kind: UnitKind | undefined, findsRaces: boolean) {
    this.findsRaces = findsRaces;
    this.graph = graph;
    this.states = graph.states;
    this.trail = trail;
    this.enabled = kind !== undefined;
    this.anywhere = kind === 'all';
  }

  /** Whether e is a fence, which may be part of a unit. */
  private isBetweenReads(e: number): boolean {
    const { graph, states } = this;
    return (graph.flags[e]! & PART_OF_NEXT) !== 0 || states.kind[graph.state[e]!] === FENCE;
  }

  /** Returns the read of a unit that the next operation of t may continue, or NONE. */
  private lastRead(t: number): number {
    const { graph } = this;
    let e = graph.last[t]!;
    while (e !== NONE && graph.thread[e] === t && this.isBetweenReads(e)) e = graph.before[e]!;
    if (e === NONE || graph.thread[e] !== t) return NONE;
    const flags = graph.flags[e]!;
    const isOpen = (flags & (UNIT_HEAD | UNIT_REST)) !== 0 && (flags & (WRITES | PENDING | BLOCKED)) === 0;
    return isOpen ? e : NONE;
  }

  /**
   * Returns the flag of the next operation of t: the first read of a unit, a later one, or 0 if it is not part of a
   * unit.
   */
  roleOf(t: number): number {
    if (!this.enabled) return 0;
    const { graph, states } = this;
    const state = graph.current[t]!;
    const kind = states.kind[state]!;
    if (kind !== LOAD && kind !== RMW) return 0;
    const comparison = states.comparison[state]!;
    if (comparison !== 0 && comparison !== PROGRESS) return 0;
    if (states.locations.isMutex(states.location[state]!)) return 0;
    if (comparison === PROGRESS) return UNIT_HEAD;
    const e = this.lastRead(t);
    if (e === NONE) return this.anywhere ? UNIT_HEAD : 0;
    return (graph.flags[e]! & UNIT_END) !== 0 ? UNIT_HEAD : UNIT_REST;
  }

  /** Returns the stamp of the next event of t, given its role. */
  stampOf(t: number, role: number): number {
    const { graph } = this;
    const { head } = graph;
    if (role === UNIT_REST) return graph.readStamp[this.lastRead(t)]!;
    if (role === UNIT_HEAD && head[OBLIGED_THREAD] === t + 1) return head[OBLIGED_STAMP]!;
    return head[NEXT_STAMP]!++;
  }

  /** Whether t must continue because it is within a unit. */
  isWithin(t: number): boolean {
    return this.states.kind[this.graph.current[t]!] === FENCE ? this.isFenceOf(t) : this.roleOf(t) === UNIT_REST;
  }

  /** Whether the next operation of t, a fence, is part of a unit. */
  private isFenceOf(t: number): boolean {
    const e = this.lastRead(t);
    return e !== NONE && (this.graph.flags[e]! & UNIT_END) === 0;
  }

  /** Returns the stamp of the next event of t, which has no location. */
  stampOfPlain(t: number): number {
    const { graph } = this;
    const isInUnit = this.enabled && this.states.kind[graph.current[t]!] === FENCE && this.isFenceOf(t);
    return isInUnit ? graph.readStamp[this.lastRead(t)]! : graph.head[NEXT_STAMP]!++;
  }

  /** Whether the obliged thread t may add its next operation: it is part of the unit. */
  mayGoOn(t: number): boolean {
    const { graph } = this;
    const e = this.lastOf(t);
    const begun = e !== NONE && graph.readStamp[e] === graph.head[OBLIGED_STAMP];
    return begun ? this.isWithin(t) : this.roleOf(t) === UNIT_HEAD;
  }

  private lastOf(t: number): number {
    const { graph } = this;
    const e = graph.last[t]!;
    return e !== NONE && graph.thread[e] === t ? e : NONE;
  }

  /** Whether t may read this write, given its obligation, if any. */
  mayRead(t: number, write: number): boolean {
    const { head, writeStamp } = this.graph;
    if (head[OBLIGED_THREAD] !== t + 1) return true;
    return write === head[OBLIGED_WRITE] || writeStamp[write]! < head[OBLIGED_STAMP]!;
  }

  /** Whether t is still obliged to read a write other than this one. */
  mustStillRead(t: number, write: number): boolean {
    const { head } = this.graph;
    return head[OBLIGED_THREAD] === t + 1 && head[OBLIGED_WRITE] !== write;
  }

  /** Obliges thread t to read `write` in its next unit, which has this stamp. */
  requireRead(t: number, write: number, stamp: number): void {
    this.change(t + 1, write, stamp);
  }

  /** Records that e was added and reads `write`. Fulfils the obligation if that is the required write. */
  noteRead(e: number, write: number): void {
    const { graph } = this;
    if (graph.head[OBLIGED_THREAD] !== graph.thread[e]! + 1 || graph.head[OBLIGED_WRITE] !== write) return;
    graph.flags[e]! |= UNIT_END;
    this.change(0, 0, 0);
  }

  private change(thread: number, write: number, stamp: number): void {
    const { head } = this.graph;
    this.trail.push(OBLIGATION);
    this.saved.push(head[OBLIGED_THREAD]!, head[OBLIGED_WRITE]!, head[OBLIGED_STAMP]!);
    head[OBLIGED_THREAD] = thread;
    head[OBLIGED_WRITE] = write;
    head[OBLIGED_STAMP] = stamp;
  }

  undo(): void {
    const { head } = this.graph;
    head[OBLIGED_STAMP] = this.saved.pop()!;
    head[OBLIGED_WRITE] = this.saved.pop()!;
    head[OBLIGED_THREAD] = this.saved.pop()!;
  }

  /**
   * Whether the read e, added last, makes the graph useless: its thread completed a loop iteration that changes
   * nothing, and the unit of e, part of that iteration, read an outdated value. No later graph changes that, because
   * nothing revisits or deletes the unit.
   */
  isUseless(e: number): boolean {
    const { graph } = this;
    if ((graph.flags[e]! & (UNIT_HEAD | UNIT_REST)) === 0 || !isOutdated(graph, e, true)) return false;
    return !this.findsRaces || this.isFreeOfRaces(e);
  }

  /** Whether no read of the iteration that ends with e can be part of a race, because all accesses there are atomic. */
  private isFreeOfRaces(e: number): boolean {
    const { graph, states } = this;
    const { locations, unseen } = states;
    const t = graph.thread[e]!;
    const first = graph.executed[t]! - states.operand[graph.current[t]!]!;
    for (let f = e; f !== NONE && graph.thread[f] === t && graph.position[f]! >= first; f = graph.before[f]!) {
      const location = graph.location[f]!;
      if (location < 0) continue;
      if (locations.anyPlain[location] === true || locations.isBlock(location)) return false;
      if (unseen === undefined || !unseen.assumeAtomic(locations.addresses[location]!)) return false;
    }
    return true;
  }
}
