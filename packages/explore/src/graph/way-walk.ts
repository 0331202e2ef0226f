import type { Builder } from './builder.js';
import { ATOMIC, EVENT, KIND, PART, READ, READER, READ_CURSOR, REVISIT_BY_WRITE, THREAD, UNTRIED, WRITE, WRITE_CURSOR } from './frames.js';
import { NONE } from './graph.js';
import type { Revisits } from './revisits.js';
import type { Ways } from './ways.js';

/**
 * Walks over the ways that a frame has left, in the order of `GraphExplorer.tryNext`, without trying them. The graph must
 * be the frame's. A way may still lead nowhere: a revisit whose read cannot read the write after all.
 */
export class WayWalk {
  private readonly builder: Builder;
  private readonly revisits: Revisits;
  private readonly ways: Ways;

  constructor(builder: Builder, revisits: Revisits, ways: Ways) {
    this.builder = builder;
    this.revisits = revisits;
    this.ways = ways;
  }

  left(frame: Int32Array): number {
    const copy = frame.slice();
    let left = 0;
    while (this.skip(copy)) left++;
    return left;
  }

  /** Moves the frame's cursors to its next way; false if it has none left. */
  skip(frame: Int32Array): boolean {
    switch (frame[KIND]) {
      case READ:
        return this.skipSource(frame);
      case WRITE:
        return this.skipInWrite(frame);
      case ATOMIC:
        return this.skipInAtomic(frame);
      case PART:
        return this.skipInPart(frame);
      default:
        return this.skipInRevisit(frame);
    }
  }

  private skipSource(frame: Int32Array): boolean {
    const { graph, predecessors } = this.builder;
    const source = frame[WRITE_CURSOR]!;
    if (source === NONE) return false;
    const t = frame[THREAD]!;
    predecessors.of(t);
    frame[WRITE_CURSOR] = this.ways.nextSource(t, graph.current[t]!, source);
    return true;
  }

  private skipInWrite(frame: Int32Array): boolean {
    const { graph, states, predecessors } = this.builder;
    const t = frame[THREAD]!;
    const previous = frame[WRITE_CURSOR]!;
    let read = frame[READ_CURSOR]!;
    if (previous !== NONE) {
      predecessors.of(t);
      frame[WRITE_CURSOR] = this.ways.nextPlace(t, NONE, previous);
      if (frame[WRITE_CURSOR] !== NONE) return true;
      read = NONE;
    } else if (read === NONE) return false;
    this.revisits.setWrite(graph.last[t]!, NONE);
    frame[READ_CURSOR] = this.revisits.next(states.location[graph.current[t]!]!, read, NONE);
    return true;
  }

  private skipInAtomic(frame: Int32Array): boolean {
    const { graph, states, predecessors } = this.builder;
    const t = frame[THREAD]!;
    const state = graph.current[t]!;
    const location = states.location[state]!;
    predecessors.of(t);
    for (;;) {
      const source = frame[WRITE_CURSOR]!;
      const read = frame[READ_CURSOR]!;
      if (source === NONE) return false;
      if (read === NONE || !this.ways.writesAfter(state, source)) {
        frame[WRITE_CURSOR] = this.ways.nextSource(t, state, source);
        frame[READ_CURSOR] = UNTRIED;
        if (read === NONE) continue;
        return true;
      }
      const taken = this.ways.atomicAfter(source);
      this.revisits.setWrite(graph.last[t]!, source);
      const wakes = read === UNTRIED && this.ways.wakes(state, source, taken) !== NONE;
      frame[READ_CURSOR] = wakes ? NONE : this.revisits.next(location, read === UNTRIED ? NONE : read, taken);
      if (read !== UNTRIED || taken === NONE) return true;
    }
  }

  private skipInPart(frame: Int32Array): boolean {
    const read = frame[READ_CURSOR]!;
    if (read === NONE) return false;
    const e = frame[EVENT]!;
    this.revisits.setWrite(e, NONE);
    frame[READ_CURSOR] = this.revisits.next(this.builder.graph.location[e]!, read === UNTRIED ? NONE : read, NONE);
    return true;
  }

  private skipInRevisit(frame: Int32Array): boolean {
    const previous = frame[WRITE_CURSOR]!;
    if (previous === NONE) return false;
    const t = frame[THREAD]!;
    const reader = frame[READER]!;
    frame[WRITE_CURSOR] = NONE;
    if (frame[KIND] !== REVISIT_BY_WRITE) return true;
    this.ways.setReaderP(reader);
    this.builder.predecessors.of(t);
    if (this.ways.satisfiesReader(reader, t)) frame[WRITE_CURSOR] = this.ways.nextPlace(t, reader, previous);
    return true;
  }
}
