import { grown } from '@fencepost/core';
import type { Graph } from './graph.js';
import { NOTICED } from './graph.js';

/** Words of an entry: the addition, size of the log before it, NOTICED before it. */
const ENTRY = 3;

/** The additions to a graph, in order, with the data to undo them, last first. */
export class Trail {
  /** Size in words. */
  size = 0;
  private words = new Int32Array(64 * ENTRY);
  private readonly graph: Graph;

  constructor(graph: Graph) {
    this.graph = graph;
  }

  /** Records an addition. Call it before making the addition. */
  push(entry: number): void {
    const { size, graph } = this;
    if (size + ENTRY > this.words.length) this.words = grown(this.words, size + ENTRY);
    const { words } = this;
    words[size] = entry;
    words[size + 1] = graph.logSize;
    words[size + 2] = graph.head[NOTICED]!;
    this.size = size + ENTRY;
  }

  /** Restores rows and NOTICED. The caller undoes the rest of the entry. */
  pop(): number {
    const { words, graph } = this;
    const at = this.size - ENTRY;
    this.size = at;
    graph.undoRows(words[at + 1]!);
    graph.head[NOTICED] = words[at + 2]!;
    return words[at]!;
  }
}
