import type { LocalStates, UnseenStores } from '@fencepost/core';
import { STORE } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE } from '../state/graph.js';

// Assumptions about stores: none; that they are unseen; that they also overwrite nothing written by other threads.
const OTHER = 1;
const UNSEEN = 2;
const FIRST = 3;

/**
 * Tests the assumption that other threads see no store with certain labels before it is overwritten (`UnseenStores`).
 * It does not hold if another thread reads what such a store overwrites: then it could also have read the store of an
 * earlier attempt, which retries.ts leaves out. See docs/internals/decisions/0050.
 */
export class UnseenWrites {
  private readonly graph: Graph;
  private readonly states: LocalStates;
  private readonly stores: UnseenStores;
  /** The assumption about the stores with each label; 0 if it has not been looked up yet. */
  private kinds = new Uint8Array(64);

  constructor(graph: Graph, stores: UnseenStores) {
    this.graph = graph;
    this.states = graph.states;
    this.stores = stores;
  }

  /** Called when the read e was added. */
  checkRead(e: number): void {
    const { later, source, thread } = this.graph;
    this.checkLater(later[source[e]!]!, thread[e]!);
  }

  /** Called when the write e was placed. */
  checkWrite(e: number): void {
    const { graph } = this;
    const { later, earlier, thread, firstReader, nextReader } = graph;
    const t = thread[e]!;
    this.checkLater(later[e]!, t);
    const kind = this.kindOf(e);
    if (kind === OTHER) return;
    for (let w = earlier[e]!; w !== NONE; w = earlier[w]!) {
      if (kind === FIRST && thread[w] !== t && thread[w] !== NONE) this.refuse(e);
      for (let r = firstReader[w]!; r !== NONE; r = nextReader[r]!) if (thread[r] !== t) this.refuse(e);
    }
  }

  /** Refuses the assumptions about the write `first` and those after it by threads other than t. */
  private checkLater(first: number, t: number): void {
    const { later, thread } = this.graph;
    for (let w = first; w !== NONE; w = later[w]!) if (thread[w] !== t && this.kindOf(w) !== OTHER) this.refuse(w);
  }

  private kindOf(w: number): number {
    const { states } = this;
    const state = this.graph.state[w]!;
    if (states.kind[state] !== STORE) return OTHER;
    const label = states.label[state]!;
    return (this.kinds[label] ?? 0) || this.look(label);
  }

  private look(label: number): number {
    const { text } = this.states.labels.get(label);
    if (label >= this.kinds.length) {
      const wider = new Uint8Array(2 * label);
      wider.set(this.kinds);
      this.kinds = wider;
    }
    return (this.kinds[label] = this.stores.isFirst(text) ? FIRST : this.stores.isAssumed(text) ? UNSEEN : OTHER);
  }

  private refuse(w: number): void {
    const { labels, label } = this.states;
    this.stores.refuse(labels.get(label[this.graph.state[w]!]!).text);
  }
}
