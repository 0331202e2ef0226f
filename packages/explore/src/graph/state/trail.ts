import { grown } from '@fencepost/core';
import type { Graph } from './graph.js';
import { NOTICED } from './graph.js';

/** Words of an entry: what was added, size of the log before, NOTICED before. */
const ENTRY = 3;

/** What was added to a graph, in order, with what is needed to undo it, last first. */
export class Trail {
  /** In words. */
  size = 0;
  private words = new Int32Array(64 * ENTRY);
  private readonly graph: Graph;

  constructor(graph: Graph) {
    this.graph = graph;
  }

  /** Call it before an addition. */
  push(entry: number): void {
    const { size, graph } = this;
    if (size + ENTRY > this.words.length) this.words = grown(this.words, size + ENTRY);
    const { words } = this;
    words[size] = entry;
    words[size + 1] = graph.logSize;
    words[size + 2] = graph.head[NOTICED]!;
    this.size = size + ENTRY;
  }

  /** Restores rows and NOTICED; the caller undoes the rest of the entry. */
  pop(): number {
    const { words, graph } = this;
    const at = this.size - ENTRY;
    this.size = at;
    graph.undoRows(words[at + 1]!);
    graph.head[NOTICED] = words[at + 2]!;
    return words[at]!;
  }
}
