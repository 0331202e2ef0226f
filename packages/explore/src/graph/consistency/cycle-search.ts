import { JOIN, grown } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE, WRITES } from '../state/graph.js';

/**
 * Decides whether program order ∪ reads-from ∪ coherence ∪ from-reads is cyclic in a whole graph, in time proportional
 * to the graph: a depth-first search backwards, which finds a cycle if it comes to an event of its own path.
 */
export class CycleSearch {
  private readonly graph: Graph;
  /** The events that were entered, and those that were left. Those in between are the path. */
  private entered: Int32Array = new Int32Array(1);
  private left: Int32Array = new Int32Array(1);
  /** Events to enter, and the complements of events to leave. */
  private stack = new Int32Array(64);
  private size = 0;
  /** Whether to leave out accesses that do not count: those of inputs (`Program.isInput`), and looks before their steps. */
  private inMemory = false;
  /** The set of looks that precede their steps. */
  private looks: Int32Array = new Int32Array(1);

  constructor(graph: Graph) {
    this.graph = graph;
  }

  anyCycle(): boolean {
    const { width, present, thread } = this.graph;
    this.entered = emptied(this.entered, width);
    this.left = emptied(this.left, width);
    for (let word = 0; word < width; word++) {
      for (let bits = present[word]!; bits !== 0; bits &= bits - 1) {
        const e = 32 * word + 31 - Math.clz32(bits & -bits);
        if (thread[e] !== NONE && !has(this.entered, e) && this.anyBefore(e)) return true;
      }
    }
    return false;
  }

  /** Leaves out accesses that do not count. */
  anyCycleInMemory(): boolean {
    this.findLooks();
    this.inMemory = true;
    const found = this.anyCycle();
    this.inMemory = false;
    return found;
  }

  private anyBefore(first: number): boolean {
    this.size = 0;
    this.push(first);
    while (this.size > 0) {
      const e = this.stack[--this.size]!;
      if (e < 0) add(this.left, ~e);
      else if (!has(this.entered, e)) this.enter(e);
      else if (!has(this.left, e)) return true;
    }
    return false;
  }

  private enter(e: number): void {
    add(this.entered, e);
    this.push(~e);
    const { graph } = this;
    this.pushEvent(graph.before[e]!);
    if (!this.inMemory || !this.isLeftOut(e)) this.pushAtPlace(e);
    const state = graph.state[e]!;
    if (graph.states.kind[state] === JOIN) this.pushEvent(graph.last[graph.states.operand[state]!]!);
  }

  private pushAtPlace(e: number): void {
    const { graph } = this;
    this.pushEvent(graph.source[e]!);
    if ((graph.flags[e]! & WRITES) === 0) return;
    const previous = graph.earlier[e]!;
    this.pushEvent(previous);
    for (let r = graph.firstReader[previous]!; r !== NONE; r = graph.nextReader[r]!) {
      if (r !== e && !(this.inMemory && this.isLeftOut(r))) this.pushEvent(r);
    }
  }

  private pushEvent(e: number): void {
    if (e !== NONE && this.graph.thread[e] !== NONE) this.push(e);
  }

  private push(entry: number): void {
    if (this.size === this.stack.length) this.stack = grown(this.stack, this.size + 1);
    this.stack[this.size++] = entry;
  }

  private findLooks(): void {
    const { graph } = this;
    const { looked } = graph.states;
    this.looks = emptied(this.looks, graph.width);
    for (let e = 0; e < 32 * graph.width; e++) {
      if (!has(graph.present, e) || graph.thread[e] === NONE) continue;
      if (looked[graph.state[e]!] === 1) add(this.looks, graph.before[e]!);
    }
  }

  /** In memory only: does what happens at the place of e not count? */
  private isLeftOut(e: number): boolean {
    const { graph } = this;
    return graph.states.locations.input[graph.location[e]!] === true || has(this.looks, e);
  }
}

function emptied(set: Int32Array, width: number): Int32Array {
  return set.length === width ? set.fill(0) : new Int32Array(width);
}

function has(set: Int32Array, e: number): boolean {
  return (set[e >> 5]! & (1 << (e & 31))) !== 0;
}

function add(set: Int32Array, e: number): void {
  set[e >> 5]! |= 1 << (e & 31);
}
