import type { LocalStates, UnseenStores } from '@fencepost/core';
import { STORE } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE } from '../state/graph.js';

/**
 * Tests the assumption that other threads see no store with certain labels before it is overwritten (`UnseenStores`).
 * It does not hold if another thread reads what such a store overwrites: then it could also have read the store of an
 * earlier attempt, which retries.ts leaves out. See docs/internals/decisions/0050.
 */
export class UnseenWrites {
  private readonly graph: Graph;
  private readonly states: LocalStates;
  private readonly stores: UnseenStores;
  /** By label: 1 if its stores are assumed to be unseen, 2 if not, 0 if that was not looked up yet. */
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
    if (!this.isAssumed(e)) return;
    for (let w = earlier[e]!; w !== NONE; w = earlier[w]!) {
      for (let r = firstReader[w]!; r !== NONE; r = nextReader[r]!) if (thread[r] !== t) this.refuse(e);
    }
  }

  /** Refuses the assumptions about the write `first` and those after it by threads other than t. */
  private checkLater(first: number, t: number): void {
    const { later, thread } = this.graph;
    for (let w = first; w !== NONE; w = later[w]!) if (thread[w] !== t && this.isAssumed(w)) this.refuse(w);
  }

  private isAssumed(w: number): boolean {
    const { states, kinds } = this;
    const state = this.graph.state[w]!;
    if (states.kind[state] !== STORE) return false;
    const label = states.label[state]!;
    const kind = kinds[label] ?? 0;
    return kind === 0 ? this.look(label) : kind === 1;
  }

  private look(label: number): boolean {
    const is = this.stores.isAssumed(this.states.labels.get(label).text);
    if (label >= this.kinds.length) {
      const wider = new Uint8Array(2 * label);
      wider.set(this.kinds);
      this.kinds = wider;
    }
    this.kinds[label] = is ? 1 : 2;
    return is;
  }

  private refuse(w: number): void {
    const { labels, label } = this.states;
    this.stores.refuse(labels.get(label[this.graph.state[w]!]!).text);
  }
}
