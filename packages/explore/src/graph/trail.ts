import { grown } from '../shared/grown.js';
import type { Graph } from './graph.js';
import { SEQUENTIAL } from './graph.js';

/** Words of an entry: what was added, size of the log before, SEQUENTIAL before. */
const ENTRY = 3;

/** What was added to a graph, in order, and what it takes to go back: the search undoes it last first. */
export class Trail {
  /** In words. */
  size = 0;
  private words = new Int32Array(64 * ENTRY);
  private readonly graph: Graph;

  constructor(graph: Graph) {
    this.graph = graph;
  }

  /** To be called before something is added. */
  push(entry: number): void {
    if (this.size + ENTRY > this.words.length) this.words = grown(this.words, this.size + ENTRY);
    this.words[this.size++] = entry;
    this.words[this.size++] = this.graph.logSize;
    this.words[this.size++] = this.graph.head[SEQUENTIAL]!;
  }

  /** Puts back rows and SEQUENTIAL; what else the entry stands for is the caller's business. */
  pop(): number {
    const { words, graph } = this;
    this.size -= ENTRY;
    graph.undoRows(words[this.size + 1]!);
    graph.head[SEQUENTIAL] = words[this.size + 2]!;
    return words[this.size]!;
  }
}
