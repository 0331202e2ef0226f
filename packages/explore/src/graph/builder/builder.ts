import type { LocalStates, ModelName } from '@fencepost/core';
import {
  BECOMES_READ_BASE,
  BECOMES_WRITE_BASE,
  FENCE,
  FENCE_FIRST,
  JOIN,
  NO_EVENT,
  REFERENCE_MODEL,
  RMW,
  SPAWN,
  STORE_STORE_FENCE,
  SYNCHRONISATION,
  preservedOrder,
  modelNamed,
} from '@fencepost/core';
import { copyRow } from '../state/bit-rows.js';
import { BlockCheck } from '../consistency/block-check.js';
import { Edges } from '../consistency/edges.js';
import {
  BLOCKED,
  Graph,
  NEXT_STAMP,
  NONE,
  NOTICED,
  NOT_SEQUENTIAL,
  OPERATIONS,
  PART_OF_NEXT,
  PENDING,
  READS,
  WRITES,
} from '../state/graph.js';
import { Counterparts, usesSymmetry } from '../symmetry/counterparts.js';
import { Predecessors } from '../consistency/predecessors.js';
import { RaceCheck } from '../consistency/race-check.js';
import { addReadPart, splitAtomic } from '../consistency/read-parts.js';
import { Removal } from './removal.js';
import { Retries } from './retries.js';
import { ScOrder } from '../consistency/sc-order.js';
import { SequentialCheck } from '../consistency/sequential.js';
import { SplitPredecessors } from '../consistency/split-predecessors.js';
import { HappensBefore, withFences } from '../consistency/happens-before.js';
import { Synchronisation } from '../consistency/synchronisation.js';
import { Trail } from '../state/trail.js';
import type { UnitKind } from './spin-units.js';
import { OBLIGATION, Units } from './spin-units.js';
import { WAKING, Waking } from './lock-handoff.js';

/**
 * Adds events to a graph and removes them again, last first. Consistency is checked before an addition. Let P be the
 * writes globally before the operation by preserved program order (`predecessors`). The operation may read w unless the
 * write after w is in P, and may be placed before a write n unless n is in P. Both leave a suffix of the coherence
 * order.
 */
export class Builder {
  readonly graph: Graph;
  readonly states: LocalStates;
  readonly predecessors: Predecessors;
  /** A second P, for queries about events while P is in use. */
  readonly asideP: Predecessors;
  readonly waking: Waking;
  /** The same object as `predecessors`, if the model splits atomics. */
  readonly split: SplitPredecessors | undefined;
  private readonly table: Int32Array;
  /** Undefined under SC, where every consistent graph is sequential. */
  readonly sequential: SequentialCheck | undefined;
  /** Whether only synchronisation orders threads. Otherwise communication does. */
  readonly synchronises: boolean;
  /** Present only where needed: to detect races, and if it decides what may be read. */
  private readonly happensBefore: HappensBefore | undefined;
  /** Whether an addition is checked again after it is made. */
  readonly checksAdditions: boolean;
  private readonly scOrder: ScOrder | undefined;
  private readonly races: RaceCheck | undefined;
  private readonly blocks: BlockCheck | undefined;
  readonly edges: Edges;
  readonly removal: Removal;
  private readonly trail: Trail;
  readonly units: Units;
  private readonly retries: Retries;
  /** Present only if executions are explored up to symmetry. */
  readonly mates: Counterparts | undefined;

  /** `races` enables data race detection, which is always on for models that define races. */
  constructor(states: LocalStates, model: ModelName, races = false, units?: UnitKind) {
    this.states = states;
    const { blocks, calls } = states.program;
    const ordersCalls = calls !== undefined && !calls.inRealTime(model);
    const ordersThreads = races || blocks !== undefined || ordersCalls;
    this.table = races || ordersCalls ? withFences(preservedOrder(model)) : preservedOrder(model);
    const { communication, splitsAtomics = false } = modelNamed(model);
    this.synchronises = communication === 'release-acquire';
    this.graph = new Graph(states, this.synchronises || ordersThreads);
    this.split = splitsAtomics ? new SplitPredecessors(this.graph, this.table) : undefined;
    this.predecessors = this.split ?? new Predecessors(this.graph, this.table);
    this.asideP = splitsAtomics
      ? new SplitPredecessors(this.graph, this.table)
      : new Predecessors(this.graph, this.table);
    if (this.synchronises) this.happensBefore = new Synchronisation(this.graph, SYNCHRONISATION);
    else this.happensBefore = ordersThreads ? new HappensBefore(this.graph, SYNCHRONISATION) : undefined;
    this.sequential = model === REFERENCE_MODEL ? undefined : new SequentialCheck(this.graph);
    const { graph, predecessors, sequential, happensBefore } = this;
    this.edges = new Edges(graph, predecessors, sequential, this.synchronises, happensBefore);
    this.races = races || this.synchronises ? new RaceCheck(graph, happensBefore!) : undefined;
    this.blocks = blocks && new BlockCheck(graph, happensBefore!, blocks);
    this.checksAdditions = this.split !== undefined || this.synchronises;
    this.scOrder = this.synchronises ? new ScOrder(graph, happensBefore!) : undefined;
    this.removal = new Removal(this.graph, this.edges);
    this.trail = new Trail(this.graph);
    this.units = new Units(this.graph, this.trail, units, this.races !== undefined);
    this.retries = new Retries(this.graph, this.sequential === undefined);
    this.waking = new Waking(this.graph, this.edges, this.removal, this.trail);
    const isUpToSymmetry = units === undefined && usesSymmetry(states, model);
    this.mates = isUpToSymmetry ? new Counterparts(graph, states.symmetry!) : undefined;
    for (let t = 0; t < states.initial.length; t++) this.settle(t, states.initial[t]!);
  }

  /** Adds the next operation of thread t, or the read part of an atomic, as a read of `source`. P must be current. */
  addRead(t: number, source: number, stamp: number): number {
    const { graph, states } = this;
    const state = graph.current[t]!;
    const role = this.units.roleOf(t);
    const e = this.addEvent(t, state, stamp);
    const value = graph.value[source]!;
    let flags = READS | role;
    if (!states.accepts(state, value)) flags |= BLOCKED;
    else if (states.kind[state] === RMW && states.writesAfter(state, value)) flags |= PENDING;
    graph.flags[e] = flags;
    graph.source[e] = source;
    if (this.split !== undefined && states.kind[state] === RMW) this.edges.recomputeRow(e);
    this.edges.linkReader(e, source);
    if (graph.thread[source] !== NONE) this.edges.readFrom(e, source);
    const overwriting = graph.later[source]!;
    if (overwriting !== NONE) this.edges.addFromRead(e, overwriting);
    this.blocks?.check(e);
    this.races?.check(e);
    if (role !== 0) this.units.noteRead(e, source);
    if ((flags & (BLOCKED | PENDING)) === 0) this.advance(t, state, value, e);
    return e;
  }

  /** Adds the next operation of thread t as a write after `previous` in coherence order. P must be current. */
  addWrite(t: number, previous: number): number {
    const { graph, states } = this;
    const state = graph.current[t]!;
    const e = this.addEvent(t, state, graph.head[NEXT_STAMP]!++);
    graph.flags[e] = WRITES;
    graph.value[e] = states.operand[state]!;
    this.edges.place(e, previous);
    this.blocks?.check(e);
    this.races?.check(e);
    this.advance(t, state, 0, e);
    return e;
  }

  /** Adds the write part of the pending atomic e, after its source. */
  addWritePart(e: number): void {
    const { graph, states } = this;
    const t = graph.thread[e]!;
    const state = graph.state[e]!;
    const source = graph.source[e]!;
    const old = graph.value[source]!;
    this.trail.push(~e);
    // Its row is that of a read, and must be restored if only the write part is removed.
    for (let w = 0; w < graph.width; w++) graph.logRow(e * graph.width + w);
    graph.flags[e] = (graph.flags[e]! | WRITES) & ~PENDING;
    graph.value[e] = states.written(state, old);
    graph.writeStamp[e] = graph.head[NEXT_STAMP]!++;
    if (this.split !== undefined) splitAtomic(graph, e, this.split);
    this.edges.place(e, source);
    this.races?.check(e);
    this.advance(t, state, old, e);
  }

  /**
   * Adds an atomic of thread t that reads `source` and writes after it. Adding both parts at once is equivalent to
   * adding one after the other. P must be current.
   */
  addUpdate(t: number, source: number, stamp: number): number {
    if (this.split !== undefined) {
      const e = this.addRead(t, source, stamp);
      this.addWritePart(e);
      return e;
    }
    const { graph, states, edges } = this;
    const state = graph.current[t]!;
    const role = this.units.roleOf(t);
    const e = this.addEvent(t, state, stamp);
    const old = graph.value[source]!;
    graph.flags[e] = READS | WRITES | role;
    graph.source[e] = source;
    graph.value[e] = states.written(state, old);
    graph.writeStamp[e] = graph.head[NEXT_STAMP]!++;
    edges.linkReader(e, source);
    if (graph.thread[source] !== NONE) edges.readForUpdate(e, source);
    edges.place(e, source);
    this.blocks?.check(e);
    this.races?.check(e);
    if (role !== 0) this.units.noteRead(e, source);
    this.advance(t, state, old, e);
    return e;
  }

  /** Adds a fence, spawn or join. These have no choices and no location. */
  addPlain(t: number): void {
    const { graph, states } = this;
    const state = graph.current[t]!;
    const kind = states.kind[state]!;
    this.predecessors.of(t);
    const e = this.addEvent(t, state, this.units.stampOfPlain(t));
    graph.flags[e] = 0;
    if (kind === SPAWN) {
      const child = states.operand[state]!;
      this.advance(t, state, states.threads.handles[child]!, e);
      graph.last[child] = graph.readBase[child] = graph.writeBase[child] = e;
      // Under these models the write base is a release fence, and a spawn is not one.
      if (this.synchronises) graph.writeBase[child] = NONE;
      graph.executed[child] = 0;
      this.settle(child, states.second[state]!);
      return;
    }
    if (kind === JOIN) this.joinChild(e, states.operand[state]!);
    if (kind === FENCE) this.happensBefore?.fence(e);
    this.advance(t, state, 0, e);
  }

  /** Orders everything the child did before the join. */
  private joinChild(e: number, child: number): void {
    const { graph } = this;
    const { width, rows } = graph;
    const last = graph.last[child]!;
    if (last === NONE) return;
    this.edges.includePorf(e, last);
    this.happensBefore?.join(e, last);
    if (this.synchronises) return;
    this.predecessors.ofAll(child);
    const { P } = this.predecessors;
    for (let w = 0; w < width; w++) rows[e * width + w]! |= P[w]!;
  }

  /** Adds the store-store fence that the next operation of t requires first, if any. Returns whether it did. */
  addFenceFirst(t: number): boolean {
    const { graph, states } = this;
    const state = graph.current[t]!;
    if ((this.table[states.code[state]!]! & FENCE_FIRST) === 0) return false;
    const last = graph.last[t]!;
    if (last !== NONE && (graph.flags[last]! & PART_OF_NEXT) !== 0) return false;
    this.predecessors.collect(t, STORE_STORE_FENCE, NONE, graph.writeBase[t]!, last, NONE);
    const e = this.addEvent(t, state, this.units.stampOf(t, this.units.roleOf(t)));
    graph.flags[e] = PART_OF_NEXT;
    graph.writeBase[t] = e;
    return true;
  }

  /** Adds an event of a graph built elsewhere. The caller adds links to other events and closure rows. */
  importEvent(t: number, flags: number, readStamp: number, writeStamp: number, source: number): number {
    const { graph, states } = this;
    const state = graph.current[t]!;
    if ((flags & (READS | WRITES)) === 0 && (flags & PART_OF_NEXT) === 0) {
      this.addPlain(t);
      const e = graph.last[t]!;
      graph.readStamp[e] = graph.writeStamp[e] = readStamp;
      this.trail.size = 0;
      return e;
    }
    this.predecessors.of(t);
    const e = this.addEvent(t, state, readStamp);
    this.trail.size = 0;
    graph.writeStamp[e] = writeStamp;
    graph.flags[e] = flags;
    if ((flags & PART_OF_NEXT) !== 0) {
      graph.writeBase[t] = e;
      return e;
    }
    let result = 0;
    if ((flags & READS) !== 0) {
      graph.source[e] = source;
      result = graph.value[source]!;
      this.edges.includePorf(e, source);
      if (this.synchronises) this.edges.recompute(e);
      else this.happensBefore?.recompute(e);
    }
    if ((flags & WRITES) !== 0) {
      graph.value[e] = (flags & READS) === 0 ? states.operand[state]! : states.written(state, result);
      if (this.split !== undefined && (flags & READS) !== 0) addReadPart(graph, e);
    }
    if ((flags & (BLOCKED | PENDING)) === 0) this.advance(t, state, result, e);
    return e;
  }

  /** Adds a new last event of thread t, with its closures from program order and P. */
  private addEvent(t: number, state: number, stamp: number): number {
    const { graph } = this;
    const { P } = this.predecessors;
    const mate = this.mates === undefined ? NONE : this.mates.ofNext(t);
    const e = graph.allocate();
    this.trail.push(e);
    const { width, rows, porf } = graph;
    const before = graph.last[t]!;
    graph.thread[e] = t;
    graph.position[e] = graph.executed[t]!;
    graph.state[e] = state;
    graph.readBaseBefore[e] = graph.readBase[t]!;
    graph.writeBaseBefore[e] = graph.writeBase[t]!;
    graph.before[e] = before;
    graph.location[e] = this.states.location[state]!;
    graph.source[e] = NONE;
    graph.firstReader[e] = NONE;
    graph.readPart[e] = NONE;
    graph.mate[e] = mate;
    graph.readStamp[e] = graph.writeStamp[e] = stamp;
    graph.last[t] = e;
    const at = e * width;
    if (before === NONE) for (let w = 0; w < width; w++) porf[at + w] = 0;
    else {
      copyRow(porf, before * width, porf, at, width);
      porf[at + (before >> 5)]! |= 1 << (before & 31);
    }
    if (mate !== NONE) this.edges.includeMate(e, mate);
    // The slot may have been allocated by growing the graph. P is then shorter, and its missing words are zero.
    if (P.length === width) copyRow(P, 0, rows, at, width);
    else for (let w = 0; w < width; w++) rows[at + w] = w < P.length ? P[w]! : 0;
    this.happensBefore?.follow(e, before);
    return e;
  }

  /** Advances thread t past its operation in `state`, executed as event e. */
  private advance(t: number, state: number, result: number, e: number): void {
    const { graph } = this;
    const flags = this.split === undefined ? this.table[this.states.code[state]!]! : this.split.flagsOf(e);
    if ((flags & BECOMES_READ_BASE) !== 0) graph.readBase[t] = e;
    if ((flags & BECOMES_WRITE_BASE) !== 0) graph.writeBase[t] = e;
    graph.executed[t]!++;
    graph.head[OPERATIONS]!++;
    const { states } = this;
    let next = states.update(state, result);
    if ((graph.flags[e]! & (READS | WRITES)) === READS && this.retries.isRetry(t, e, next, result)) {
      next = states.abandonedAfter(next);
    }
    if (graph.threads !== states.threads.count || graph.locations !== states.locations.count) graph.fit();
    this.settle(t, next);
  }

  /** Skips operations that are not events under this model. */
  private settle(t: number, state: number): void {
    const { graph, states } = this;
    while (states.kind[state] === FENCE && (this.table[states.code[state]!]! & NO_EVENT) !== 0) {
      graph.executed[t]!++;
      graph.head[OPERATIONS]!++;
      state = states.update(state, 0);
      graph.fit();
    }
    graph.current[t] = state;
  }

  /** Recomputes the properties of the graph after events were removed or a whole graph was imported. */
  recheck(): void {
    this.sequential?.recheck();
    this.races?.recheck();
  }

  /**
   * Whether the graph is consistent after e was added. Most of this is ensured before an addition. The exceptions are
   * the SC axiom and the order of the parts of a split atomic.
   */
  isConsistent(e: number): boolean {
    if (this.mates !== undefined && !this.mates.isInOrder(e)) return false;
    return !this.checksAdditions || this.checkAdded(e);
  }

  private checkAdded(e: number): boolean {
    const { graph } = this;
    const next = graph.later[(graph.flags[e]! & WRITES) !== 0 ? e : graph.source[e]!]!;
    // The latest write and its readers precede no other event.
    if (next === NONE) return true;
    if (this.split !== undefined) return (graph.rows[e * graph.width + (next >> 5)]! & (1 << (next & 31))) === 0;
    return (graph.head[NOTICED]! & NOT_SEQUENTIAL) === 0 || this.scOrder!.isConsistent();
  }

  get noticesRaces(): boolean {
    return this.races !== undefined;
  }

  get trailSize(): number {
    return this.trail.size;
  }

  /** Removes everything added since the trail had this size. */
  undo(mark: number): void {
    const { trail } = this;
    while (trail.size > mark) {
      const entry = trail.pop();
      if (entry >= OBLIGATION) this.units.undo();
      else if (entry >= WAKING) this.waking.undo(entry - WAKING);
      else if (entry >= 0) this.removal.remove(entry);
      else this.removal.removeWritePart(~entry);
    }
  }
}
