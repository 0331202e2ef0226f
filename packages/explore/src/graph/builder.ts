import type { LocalStates, ModelName } from '@fencepost/core';
import {
  BECOMES_READ_BASE,
  BECOMES_WRITE_BASE,
  DONE,
  FENCE,
  FENCE_FIRST,
  JOIN,
  NO_EVENT,
  REFERENCE_MODEL,
  RMW,
  SPAWN,
  STORE_STORE_FENCE,
  canBeJoined,
  keptOrder,
} from '@fencepost/core';
import { grown } from '../grown.js';
import {
  BLOCKED,
  ENDED_BELOW,
  Graph,
  NEXT_STAMP,
  NONE,
  OPERATIONS,
  PART_OF_NEXT,
  PENDING,
  READS,
  SEQUENTIAL,
  WRITES,
} from './graph.js';
import { Predecessors } from './predecessors.js';
import { SequentialCheck } from './sequential.js';
import { WAKING, Waking } from './waking.js';

/**
 * Adds events to a graph and takes them off again, last first. Whether an addition is consistent is asked before it is
 * made: with P the writes globally before the operation by kept
 * program order (`predecessors`), it may read w unless the write after w is in P, and may be put before a write n unless
 * n is in P. Both leave a suffix of the coherence order.
 */
export class Builder {
  readonly graph: Graph;
  readonly states: LocalStates;
  readonly predecessors: Predecessors;
  readonly waking: Waking;
  private readonly table: Int32Array;
  /** Under SC every consistent graph is sequential. */
  readonly sequential: SequentialCheck | undefined;
  /** Events in the order they were added: slot, log size before, SEQUENTIAL before. */
  private trail = new Int32Array(192);
  trailSize = 0;

  constructor(states: LocalStates, model: ModelName) {
    this.states = states;
    this.graph = new Graph(states);
    this.table = keptOrder(model);
    this.predecessors = new Predecessors(this.graph, this.table);
    this.waking = new Waking(this);
    this.sequential = model === REFERENCE_MODEL ? undefined : new SequentialCheck(this.graph);
    for (let t = 0; t < states.initial.length; t++) this.settle(t, states.initial[t]!);
  }

  /** Adds the next operation of thread t as a read of `source`; of an atomic only the read part. P must be current. */
  addRead(t: number, source: number, stamp: number): number {
    const { graph, states } = this;
    const state = graph.current[t]!;
    const e = this.addEvent(t, state, stamp);
    const value = graph.value[source]!;
    let flags = READS;
    if (!states.accepts(state, value)) flags |= BLOCKED;
    else if (states.kind[state] === RMW && states.writesAfter(state, value)) flags |= PENDING;
    graph.flags[e] = flags;
    graph.source[e] = source;
    this.linkReader(e, source);
    const from = graph.thread[source]!;
    if (from !== NONE) {
      this.includePorf(e, source);
      if (from !== t) this.includeRow(e, source);
    }
    const overwriting = graph.later[source]!;
    if (overwriting !== NONE) {
      this.propagate(e, overwriting, false);
      this.sequential?.check(overwriting, e);
    }
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
    this.place(e, previous);
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
    this.pushTrail(~e);
    // Its row is now that of a read, and must be again if only the write part is taken off.
    for (let w = 0; w < graph.width; w++) graph.logRow(e * graph.width + w);
    graph.flags[e] = (graph.flags[e]! | WRITES) & ~PENDING;
    graph.value[e] = states.written(state, old);
    graph.writeStamp[e] = graph.head[NEXT_STAMP]!++;
    this.place(e, source);
    this.advance(t, state, old, e);
  }

  /** Adds a fence, spawn or join: no choice, no location. */
  addPlain(t: number): void {
    const { graph, states } = this;
    const state = graph.current[t]!;
    const kind = states.kind[state]!;
    this.predecessors.of(t);
    const e = this.addEvent(t, state, graph.head[NEXT_STAMP]!++);
    graph.flags[e] = 0;
    if (kind === SPAWN) {
      const child = states.operand[state]!;
      this.advance(t, state, states.threads.handles[child]!, e);
      graph.last[child] = graph.readBase[child] = graph.writeBase[child] = e;
      graph.executed[child] = 0;
      this.settle(child, states.second[state]!);
      return;
    }
    if (kind === JOIN) this.joinChild(e, states.operand[state]!);
    this.advance(t, state, 0, e);
  }

  /** Everything the child did is before the join. */
  private joinChild(e: number, child: number): void {
    const { graph } = this;
    const { width, rows } = graph;
    const last = graph.last[child]!;
    if (last === NONE) return;
    this.includePorf(e, last);
    this.predecessors.ofAll(child);
    const { P } = this.predecessors;
    for (let w = 0; w < width; w++) rows[e * width + w]! |= P[w]!;
  }

  /** Does the next operation of t need its store-store fence first? If so, adds it. */
  addFenceFirst(t: number): boolean {
    const { graph, states } = this;
    const state = graph.current[t]!;
    if ((this.table[states.code[state]!]! & FENCE_FIRST) === 0) return false;
    const last = graph.last[t]!;
    if (last !== NONE && (graph.flags[last]! & PART_OF_NEXT) !== 0) return false;
    this.predecessors.collect(t, STORE_STORE_FENCE, NONE, graph.writeBase[t]!, last, NONE);
    const e = this.addEvent(t, state, graph.head[NEXT_STAMP]!++);
    graph.flags[e] = PART_OF_NEXT;
    graph.writeBase[t] = e;
    return true;
  }

  /** P of an event that is in the graph. */
  predecessorsOfEvent(e: number): void {
    const { graph, states } = this;
    const isPart = (graph.flags[e]! & PART_OF_NEXT) !== 0;
    const flags = isPart ? STORE_STORE_FENCE : this.table[states.code[graph.state[e]!]!]!;
    const { readBaseBefore, writeBaseBefore, before, location } = graph;
    this.predecessors.collect(
      graph.thread[e]!,
      flags,
      readBaseBefore[e]!,
      writeBaseBefore[e]!,
      before[e]!,
      location[e]!,
    );
  }

  /** Adds an event of a graph made elsewhere; links to other events and closure rows are the caller's business. */
  importEvent(t: number, flags: number, readStamp: number, writeStamp: number, source: number): number {
    const { graph, states } = this;
    const state = graph.current[t]!;
    if ((flags & (READS | WRITES)) === 0 && (flags & PART_OF_NEXT) === 0) {
      this.addPlain(t);
      const e = graph.last[t]!;
      graph.readStamp[e] = graph.writeStamp[e] = readStamp;
      this.trailSize = 0;
      return e;
    }
    const e = this.addEvent(t, state, readStamp);
    this.trailSize = 0;
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
      this.includePorf(e, source);
    }
    if ((flags & WRITES) !== 0) {
      graph.value[e] = (flags & READS) === 0 ? states.operand[state]! : states.written(state, result);
    }
    if ((flags & (BLOCKED | PENDING)) === 0) this.advance(t, state, result, e);
    return e;
  }

  /** What is before f in program order and reads-from, and f, is before e. */
  private includePorf(e: number, f: number): void {
    const { graph } = this;
    if (graph.thread[f] === NONE) return;
    const { width, porf } = graph;
    for (let w = 0, a = e * width, b = f * width; w < width; w++, a++, b++) porf[a]! |= porf[b]!;
    porf[e * width + (f >> 5)]! |= 1 << (f & 31);
  }

  /** A new last event of thread t, with its closures from program order and P. */
  private addEvent(t: number, state: number, stamp: number): number {
    const { graph } = this;
    const { P } = this.predecessors;
    const e = graph.allocate();
    this.pushTrail(e);
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
    graph.readStamp[e] = graph.writeStamp[e] = stamp;
    graph.last[t] = e;
    const at = e * width;
    if (before === NONE) for (let w = 0; w < width; w++) porf[at + w] = 0;
    else {
      for (let w = 0, b = before * width; w < width; w++, b++) porf[at + w] = porf[b]!;
      porf[at + (before >> 5)]! |= 1 << (before & 31);
    }
    // The slot may have been allocated by growing; P is then shorter, and its missing words are zero.
    for (let w = 0; w < width; w++) rows[at + w] = w < P.length ? P[w]! : 0;
    return e;
  }

  /** Puts the write e after `previous`, with the edges this makes. */
  private place(e: number, previous: number): void {
    const { graph } = this;
    const { width, rows } = graph;
    const next = graph.later[previous]!;
    graph.earlier[e] = previous;
    graph.later[e] = next;
    graph.later[previous] = e;
    if (next === NONE) graph.latest[graph.location[e]!] = e;
    else graph.earlier[next] = e;
    const at = e * width;
    if (graph.thread[previous] !== NONE) {
      for (let w = 0, b = previous * width; w < width; w++, b++) rows[at + w]! |= rows[b]!;
      rows[at + (previous >> 5)]! |= 1 << (previous & 31);
    }
    for (let r = graph.firstReader[previous]!; r !== NONE; r = graph.nextReader[r]!) {
      if (r !== e) for (let w = 0, b = r * width; w < width; w++, b++) rows[at + w]! |= rows[b]!;
    }
    if (next !== NONE) {
      this.propagate(e, next, true);
      this.sequential?.check(next, e);
    }
  }

  /** e is now before the write n: so is all that is before e, for n and all that is after n. */
  private propagate(e: number, n: number, writes: boolean): void {
    const { graph } = this;
    const { width, rows, present } = graph;
    const at = e * width;
    if (!writes) {
      let w = 0;
      while (w < width && (rows[at + w]! & ~rows[n * width + w]!) === 0) w++;
      if (w === width) return;
    }
    const nWord = n >> 5;
    const nBit = 1 << (n & 31);
    for (let word = 0; word < width; word++) {
      for (let left = present[word]!; left !== 0;) {
        const bit = left & -left;
        left ^= bit;
        const f = 32 * word + 31 - Math.clz32(bit);
        const to = f * width;
        if (f !== n && (rows[to + nWord]! & nBit) === 0) continue;
        for (let w = 0; w < width; w++) {
          let add = rows[at + w]!;
          if (writes && w === e >> 5) add |= 1 << (e & 31);
          if ((add & ~rows[to + w]!) === 0) continue;
          graph.logRow(to + w);
          rows[to + w]! |= add;
        }
      }
    }
  }

  linkReader(e: number, source: number): void {
    const { graph } = this;
    const first = graph.firstReader[source]!;
    graph.nextReader[e] = first;
    graph.previousReader[e] = NONE;
    if (first !== NONE) graph.previousReader[first] = e;
    graph.firstReader[source] = e;
  }

  unlinkReader(e: number): void {
    const { graph } = this;
    const next = graph.nextReader[e]!;
    const previous = graph.previousReader[e]!;
    if (previous === NONE) graph.firstReader[graph.source[e]!] = next;
    else graph.nextReader[previous] = next;
    if (next !== NONE) graph.previousReader[next] = previous;
  }

  unlinkWrite(e: number): void {
    const { graph } = this;
    const next = graph.later[e]!;
    const previous = graph.earlier[e]!;
    graph.later[previous] = next;
    if (next === NONE) graph.latest[graph.location[e]!] = previous;
    else graph.earlier[next] = previous;
  }

  /** The operation of t in `state` is done by event e. */
  private advance(t: number, state: number, result: number, e: number): void {
    const { graph } = this;
    const flags = this.table[this.states.code[state]!]!;
    if ((flags & BECOMES_READ_BASE) !== 0) graph.readBase[t] = e;
    if ((flags & BECOMES_WRITE_BASE) !== 0) graph.writeBase[t] = e;
    graph.executed[t]!++;
    graph.head[OPERATIONS]!++;
    const next = this.states.update(state, result);
    if (graph.threads !== this.states.threads.count || graph.locations !== this.states.locations.count) graph.fit();
    this.settle(t, next);
  }

  /** Passes over operations that are no events under this model. */
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

  pushTrail(entry: number): void {
    if (this.trailSize + 3 > this.trail.length) this.trail = grown(this.trail, this.trailSize + 3);
    this.trail[this.trailSize++] = entry;
    this.trail[this.trailSize++] = this.graph.logSize;
    this.trail[this.trailSize++] = this.graph.head[SEQUENTIAL]!;
  }

  /** Takes off what was added since the trail had this size. */
  undo(mark: number): void {
    const { graph, trail } = this;
    for (let i = this.trailSize; i > mark; i -= 3) {
      const entry = trail[i - 3]!;
      graph.undoRows(trail[i - 2]!);
      graph.head[SEQUENTIAL] = trail[i - 1]!;
      if (entry >= WAKING) this.waking.undo(entry - WAKING);
      else if (entry >= 0) this.remove(entry);
      else this.removeWritePart(~entry);
    }
    this.trailSize = mark;
  }

  /** Takes off the last event of its thread; rows of others are the caller's business. */
  remove(e: number): void {
    const { graph, states } = this;
    const t = graph.thread[e]!;
    const flags = graph.flags[e]!;
    if ((flags & WRITES) !== 0) this.unlinkWrite(e);
    if ((flags & READS) !== 0) this.unlinkReader(e);
    const state = graph.state[e]!;
    if (states.kind[state] === SPAWN) this.unspawn(states.operand[state]!);
    graph.current[t] = state;
    graph.last[t] = graph.before[e]!;
    graph.readBase[t] = graph.readBaseBefore[e]!;
    graph.writeBase[t] = graph.writeBaseBefore[e]!;
    this.takeBack(t, graph.position[e]!);
    graph.free(e);
    if (graph.rank[t]! < graph.head[ENDED_BELOW]!) graph.head[ENDED_BELOW] = graph.rank[t]!;
  }

  private unspawn(child: number): void {
    const { graph } = this;
    graph.current[child] = 0;
    this.takeBack(child, 0);
    if (graph.rank[child]! < graph.head[ENDED_BELOW]!) graph.head[ENDED_BELOW] = graph.rank[child]!;
  }

  /** Thread t has executed only so many operations. */
  private takeBack(t: number, executed: number): void {
    const { graph } = this;
    graph.head[OPERATIONS]! -= graph.executed[t]! - executed;
    graph.executed[t] = executed;
  }

  removeWritePart(e: number): void {
    const { graph } = this;
    this.unlinkWrite(e);
    const t = graph.thread[e]!;
    graph.flags[e] = (graph.flags[e]! & ~WRITES) | PENDING;
    graph.current[t] = graph.state[e]!;
    graph.readBase[t] = graph.readBaseBefore[e]!;
    graph.writeBase[t] = graph.writeBaseBefore[e]!;
    this.takeBack(t, graph.position[e]!);
    if (graph.rank[t]! < graph.head[ENDED_BELOW]!) graph.head[ENDED_BELOW] = graph.rank[t]!;
  }

  /** Sets the closures of the last event of its thread from its place in program order and its source. */
  recompute(e: number): void {
    const { graph } = this;
    const { width, rows } = graph;
    const source = graph.source[e]!;
    this.recomputePorf(e);
    this.predecessorsOfEvent(e);
    const { P } = this.predecessors;
    for (let w = 0; w < width; w++) rows[e * width + w] = P[w]!;
    if (graph.thread[source] !== NONE && graph.thread[source] !== graph.thread[e]) this.includeRow(e, source);
  }

  recomputePorf(e: number): void {
    const { graph } = this;
    const before = graph.before[e]!;
    graph.porf.fill(0, e * graph.width, (e + 1) * graph.width);
    if (before !== NONE) this.includePorf(e, before);
    this.includePorf(e, graph.source[e]!);
  }

  private includeRow(e: number, source: number): void {
    const { width, rows } = this.graph;
    for (let w = 0, a = e * width, b = source * width; w < width; w++, a++, b++) rows[a]! |= rows[b]!;
    rows[e * width + (source >> 5)]! |= 1 << (source & 31);
  }

  /** Thread t has an operation to execute and is not waiting in the graph. */
  isLive(t: number): boolean {
    const { graph, states } = this;
    const state = graph.current[t]!;
    if (state === 0) return false;
    const kind = states.kind[state]!;
    if (kind >= DONE) return false;
    const last = graph.last[t]!;
    if (last !== NONE && graph.thread[last] === t && (graph.flags[last]! & BLOCKED) !== 0) return false;
    return kind !== JOIN || canBeJoined(states.kind[graph.current[states.operand[state]!]!]!);
  }
}
