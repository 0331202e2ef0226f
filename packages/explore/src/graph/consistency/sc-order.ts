import { FENCE, SEQ_CST } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE, READS, WRITES } from '../state/graph.js';
import type { HappensBefore } from './happens-before.js';

const UNSEEN = 0;
const OPEN = 1;
const CLOSED = 2;

/**
 * The axiom SC of RC11 (Lahav et al., PLDI 2017): psc is acyclic. Its nodes are the seq_cst accesses and fences; with
 * `hb` and the lists of the graph, their predecessors are sets of events.
 *
 * scb = po ∪ po≠loc;hb;po≠loc ∪ hb∩loc ∪ co ∪ fr
 * pscB = ([SC] ∪ [Fsc];hb?) ; scb ; ([SC] ∪ hb?;[Fsc])
 * pscF = [Fsc] ; (hb ∪ hb;eco;hb) ; [Fsc]
 *
 * All of it is within the closure of po ∪ rf ∪ co ∪ fr. A sequentially consistent graph therefore satisfies the axiom,
 * and only other graphs have to be checked.
 */
export class ScOrder {
  private readonly graph: Graph;
  private readonly happensBefore: HappensBefore;
  /** Sets of events: all nodes, and those that are fences; the sources of scb. */
  private nodes = new Int32Array(1);
  private fences = new Int32Array(1);
  private before = new Int32Array(1);
  private colours = new Uint8Array(32);

  constructor(graph: Graph, happensBefore: HappensBefore) {
    this.graph = graph;
    this.happensBefore = happensBefore;
  }

  isConsistent(): boolean {
    if (this.collectNodes() < 2) return true;
    const { nodes } = this;
    this.colours.fill(UNSEEN);
    for (let word = 0; word < nodes.length; word++) {
      for (let left = nodes[word]!; left !== 0; left &= left - 1) {
        const e = 32 * word + 31 - Math.clz32(left & -left);
        if (this.colours[e] === UNSEEN && this.closesCycle(e)) return false;
      }
    }
    return true;
  }

  private collectNodes(): number {
    const { graph, happensBefore } = this;
    const { width, present, states } = graph;
    if (this.nodes.length !== width) {
      this.nodes = new Int32Array(width);
      this.fences = new Int32Array(width);
      this.before = new Int32Array(width);
      this.colours = new Uint8Array(32 * width);
    }
    this.nodes.fill(0);
    this.fences.fill(0);
    let count = 0;
    for (let word = 0; word < width; word++) {
      for (let left = present[word]!; left !== 0; left &= left - 1) {
        const bit = left & -left;
        const e = 32 * word + 31 - Math.clz32(bit);
        if (graph.thread[e] === NONE || (happensBefore.flagsOf(e) & SEQ_CST) === 0) continue;
        this.nodes[word]! |= bit;
        if (states.kind[graph.state[e]!] === FENCE) this.fences[word]! |= bit;
        count++;
      }
    }
    return count;
  }

  /** Whether some backward path from e ends in a cycle. */
  private closesCycle(e: number): boolean {
    const { colours } = this;
    colours[e] = OPEN;
    const predecessors = this.predecessorsOf(e);
    for (let word = 0; word < predecessors.length; word++) {
      for (let left = predecessors[word]!; left !== 0; left &= left - 1) {
        const f = 32 * word + 31 - Math.clz32(left & -left);
        if (colours[f] === OPEN || (colours[f] === UNSEEN && this.closesCycle(f))) return true;
      }
    }
    colours[e] = CLOSED;
    return false;
  }

  /** Returns the nodes before node e in psc. */
  private predecessorsOf(e: number): Int32Array {
    const { graph, before, nodes, fences } = this;
    const { width } = graph;
    const isFence = has(fences, e);
    before.fill(0);
    this.addScb(e);
    if (isFence) this.forEachBefore(e, (f) => this.addScb(f));
    const result = new Int32Array(width);
    // [SC]: the sources of scb that are nodes. [Fsc];hb?: fences that are, or happen before, sources.
    for (let w = 0; w < width; w++) result[w] = before[w]! & nodes[w]!;
    forEach(before, (f) => this.addFencesBefore(result, f));
    if (isFence) {
      this.addFencesBefore(result, e);
      this.forEachBefore(e, (f) => this.addFencesBeforeEco(result, f));
    }
    return result;
  }

  private forEachBefore(e: number, action: (f: number) => void): void {
    const { hb, width } = this.graph;
    forEach(hb.subarray(e * width, (e + 1) * width), action);
  }

  private addFencesBefore(result: Int32Array, e: number): void {
    const { hb, width } = this.graph;
    for (let w = 0; w < width; w++) result[w]! |= hb[e * width + w]! & this.fences[w]!;
  }

  /** eco;hb: adds the fences that happen before the events that eco puts before e. */
  private addFencesBeforeEco(result: Int32Array, e: number): void {
    const { graph } = this;
    const flags = graph.flags[e]!;
    let write = NONE;
    if ((flags & WRITES) !== 0) write = graph.earlier[e]!;
    else if ((flags & READS) !== 0) write = graph.source[e]!;
    const own = (flags & WRITES) === 0;
    for (let w = write; w !== NONE; w = graph.earlier[w]!) {
      if (graph.thread[w] !== NONE) this.addFencesBefore(result, w);
      // A read comes after its source, but not after the other readers of that source.
      if (own && w === write) continue;
      for (let r = graph.firstReader[w]!; r !== NONE; r = graph.nextReader[r]!) {
        if (r !== e) this.addFencesBefore(result, r);
      }
    }
  }

  /** Adds the events that scb puts before e. */
  private addScb(e: number): void {
    const { graph, before } = this;
    const { hb, width } = graph;
    const t = graph.thread[e]!;
    const location = graph.location[e]!;
    let other = NONE;
    for (let f = graph.before[e]!; f !== NONE && graph.thread[f] === t; f = graph.before[f]!) {
      add(before, f);
      if (other === NONE && (location < 0 || graph.location[f] !== location)) other = f;
    }
    if (other !== NONE) this.addAcrossLocations(other);
    if (location < 0) return;
    forEach(hb.subarray(e * width, (e + 1) * width), (f) => {
      if (graph.location[f] === location) add(before, f);
    });
    if ((graph.flags[e]! & WRITES) === 0) return;
    for (let w = graph.earlier[e]!; w !== NONE; w = graph.earlier[w]!) {
      if (graph.thread[w] !== NONE) add(before, w);
      for (let r = graph.firstReader[w]!; r !== NONE; r = graph.nextReader[r]!) if (r !== e) add(before, r);
    }
  }

  /** po≠loc;hb: for each thread, adds the events that precede an event of another location that happens before e. */
  private addAcrossLocations(e: number): void {
    const { graph, before, happensBefore } = this;
    for (let t = 0; t < graph.threads; t++) {
      if (graph.current[t] === 0) continue;
      let location = NONE;
      let several = false;
      for (let f = graph.last[t]!, any = false; f !== NONE && graph.thread[f] === t; f = graph.before[f]!) {
        if (!any && !happensBefore.isBefore(f, e)) continue;
        const at = graph.location[f]!;
        if (any && (several || at < 0 || at !== location)) add(before, f);
        several ||= at < 0 || (any && at !== location);
        location = at;
        any = true;
      }
    }
  }
}

function add(set: Int32Array, e: number): void {
  set[e >> 5]! |= 1 << (e & 31);
}

function has(set: Int32Array, e: number): boolean {
  return (set[e >> 5]! & (1 << (e & 31))) !== 0;
}

function forEach(set: Int32Array, action: (e: number) => void): void {
  for (let word = 0; word < set.length; word++) {
    for (let left = set[word]!; left !== 0; left &= left - 1) action(32 * word + 31 - Math.clz32(left & -left));
  }
}
