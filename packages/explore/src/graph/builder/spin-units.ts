import type { LocalStates } from '@fencepost/core';
import { LOAD, PROGRESS, RMW } from '@fencepost/core';
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

/** The entry in the trail of a change of the obligation. */
export const OBLIGATION = 1 << 29;

/** Which reads make units: those of loops, or, for tests, any. */
export type UnitKind = 'loops' | 'all';

/**
 * Units of reads. The reads from the head of a loop to its first effect are one event to revisits: they share a stamp,
 * and are revisited together, by any write, if each of them reads the latest write. The thread then begins the unit
 * again, obliged to read the revisiting write with one of its reads; before that, it reads only what was there when the
 * unit was added. What comes after that read is a new unit.
 *
 * So nobody needs a unit that does not read the latest writes for a revisit, and if its thread goes around a loop with
 * it that changes nothing, the graph is dropped.
 */
export class Units {
  readonly enabled: boolean;
  private readonly anywhere: boolean;
  private readonly graph: Graph;
  private readonly states: LocalStates;
  private readonly trail: Trail;
  /** For the changes of the obligation on the trail: what it was. */
  private readonly saved: number[] = [];

  constructor(graph: Graph, trail: Trail, kind: UnitKind | undefined) {
    this.graph = graph;
    this.states = graph.states;
    this.trail = trail;
    this.enabled = kind !== undefined;
    this.anywhere = kind === 'all';
  }

  /** The read of a unit that the next operation of t may continue, or NONE. */
  private lastRead(t: number): number {
    const { graph } = this;
    let e = graph.last[t]!;
    if (e !== NONE && (graph.flags[e]! & PART_OF_NEXT) !== 0) e = graph.before[e]!;
    if (e === NONE || graph.thread[e] !== t) return NONE;
    const flags = graph.flags[e]!;
    const isOpen = (flags & (UNIT_HEAD | UNIT_REST)) !== 0 && (flags & (WRITES | PENDING | BLOCKED)) === 0;
    return isOpen ? e : NONE;
  }

  /** The flag of the next operation of t: is it the first read of a unit, another one, or none? */
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

  /** The stamp of the next event of t, of this role. */
  stampOf(t: number, role: number): number {
    const { graph } = this;
    const { head } = graph;
    if (role === UNIT_REST) return graph.readStamp[this.lastRead(t)]!;
    if (role === UNIT_HEAD && head[OBLIGED_THREAD] === t + 1) return head[OBLIGED_STAMP]!;
    return head[NEXT_STAMP]!++;
  }

  /** Must t go on, because it is within a unit? */
  isWithin(t: number): boolean {
    return this.roleOf(t) === UNIT_REST;
  }

  /** Thread t, which is obliged, may add its next operation: it is part of the unit. */
  mayGoOn(t: number): boolean {
    const { graph } = this;
    const role = this.roleOf(t);
    const e = this.lastOf(t);
    const begun = e !== NONE && graph.readStamp[e] === graph.head[OBLIGED_STAMP];
    return role === (begun ? UNIT_REST : UNIT_HEAD);
  }

  private lastOf(t: number): number {
    const { graph } = this;
    const e = graph.last[t]!;
    return e !== NONE && graph.thread[e] === t ? e : NONE;
  }

  /** May t, if it is obliged, read this write? */
  mayRead(t: number, write: number): boolean {
    const { head, writeStamp } = this.graph;
    if (head[OBLIGED_THREAD] !== t + 1) return true;
    return write === head[OBLIGED_WRITE] || writeStamp[write]! < head[OBLIGED_STAMP]!;
  }

  /** Does t still have to read something else than this write? */
  mustStillRead(t: number, write: number): boolean {
    const { head } = this.graph;
    return head[OBLIGED_THREAD] === t + 1 && head[OBLIGED_WRITE] !== write;
  }

  /** Thread t must read `write` in its next unit, which has this stamp. */
  requireRead(t: number, write: number, stamp: number): void {
    this.change(t + 1, write, stamp);
  }

  /** e was added, which reads `write`. */
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
   * The read e was added last. Has its thread gone around a loop that changes nothing, and has the unit of e, which is
   * part of that, an outdated value? It keeps it in all graphs to come: nothing revisits or deletes the unit.
   */
  isUseless(e: number): boolean {
    const { graph } = this;
    if ((graph.flags[e]! & (UNIT_HEAD | UNIT_REST)) === 0) return false;
    return isOutdated(graph, e, true);
  }
}
