import type { Builder } from './builder.js';
import type { Candidates } from './candidates.js';
import {
  ATOMIC,
  EVENT,
  FRAME_WORDS,
  KIND,
  PART,
  READ,
  READER,
  READ_CURSOR,
  REVISIT_BY_WRITE,
  THREAD,
  UNTRIED,
  WRITE,
  WRITE_CURSOR,
} from './frames.js';
import { NONE } from './graph.js';
import type { Revisits } from './revisits.js';

// What a choice does.
/** There is none left. */
export const NO_CHOICE = 0;
/** The operation reads `write`, and writes nothing. */
export const READ_FROM = 1;
/** The store comes after `write` in coherence order. */
export const PLACE_AFTER = 2;
/** The atomic reads `write`, and writes right after it. */
export const UPDATE = 3;
/** The same, and hands the mutex to the lock `read` that waits for it. */
export const UPDATE_AND_WAKE = 4;
/** The pending atomic `write` writes. */
export const WRITE_PART = 5;
/** Revisit of `read`; `write` is the frame's EVENT for it. */
export const REVISIT = 6;
/** The revisiting write comes after `write`. */
export const PLACE_REVISIT = 7;

/**
 * The choices of a frame, one after the other. The search takes each of them; a dive counts them and takes one. The graph must
 * be the frame's. A choice may still lead nowhere: a revisit whose read cannot read the write after all.
 */
export class Choices {
  /** Events of the present choice. */
  write = NONE;
  read = NONE;
  private readonly builder: Builder;
  private readonly revisits: Revisits;
  private readonly candidates: Candidates;
  private readonly scratch = new Int32Array(FRAME_WORDS);

  constructor(builder: Builder, revisits: Revisits, candidates: Candidates) {
    this.builder = builder;
    this.revisits = revisits;
    this.candidates = candidates;
  }

  /** How many choices a frame has left. */
  count(frame: Int32Array): number {
    const { scratch } = this;
    scratch.set(frame);
    let left = 0;
    while (this.next(scratch, 0) !== NO_CHOICE) left++;
    return left;
  }

  /** Makes the next choice of the frame at `at` the present one, and moves the frame's cursors past it. */
  next(words: Int32Array, at: number): number {
    switch (words[at + KIND]) {
      case READ:
        return this.nextOfRead(words, at);
      case WRITE:
        return this.nextOfWrite(words, at);
      case ATOMIC:
        return this.nextOfAtomic(words, at);
      case PART:
        return this.nextOfPart(words, at);
      default:
        return this.nextOfRevisit(words, at);
    }
  }

  /** Is it clear that the frame has no choice left? (Of an atomic it is not; the frame of a revisit keeps an image.) */
  isExhausted(words: Int32Array, at: number): boolean {
    switch (words[at + KIND]) {
      case READ:
        return words[at + WRITE_CURSOR] === NONE;
      case WRITE:
        return words[at + WRITE_CURSOR] === NONE && words[at + READ_CURSOR] === NONE;
      case PART:
        return words[at + READ_CURSOR] === NONE;
      default:
        return false;
    }
  }

  private nextOfRead(words: Int32Array, at: number): number {
    const { graph, predecessors } = this.builder;
    const source = words[at + WRITE_CURSOR]!;
    if (source === NONE) return NO_CHOICE;
    const t = words[at + THREAD]!;
    predecessors.of(t);
    words[at + WRITE_CURSOR] = this.candidates.nextSource(t, graph.current[t]!, source);
    this.write = source;
    return READ_FROM;
  }

  private nextOfWrite(words: Int32Array, at: number): number {
    const { graph, states, predecessors } = this.builder;
    const t = words[at + THREAD]!;
    const previous = words[at + WRITE_CURSOR]!;
    const read = previous === NONE ? words[at + READ_CURSOR]! : NONE;
    if (previous !== NONE) {
      this.write = previous;
      predecessors.of(t);
      words[at + WRITE_CURSOR] = this.candidates.nextPlace(t, NONE, previous);
      if (words[at + WRITE_CURSOR] !== NONE) return PLACE_AFTER;
    } else if (read === NONE) return NO_CHOICE;
    this.revisits.setWrite(graph.last[t]!, NONE);
    words[at + READ_CURSOR] = this.revisits.next(states.location[graph.current[t]!]!, read, NONE);
    if (previous !== NONE) return PLACE_AFTER;
    this.read = read;
    this.write = NONE;
    return REVISIT;
  }

  private nextOfAtomic(words: Int32Array, at: number): number {
    const { candidates, revisits } = this;
    const { graph, states, predecessors } = this.builder;
    const t = words[at + THREAD]!;
    const state = graph.current[t]!;
    const location = states.location[state]!;
    predecessors.of(t);
    for (;;) {
      const source = words[at + WRITE_CURSOR]!;
      const read = words[at + READ_CURSOR]!;
      if (source === NONE) return NO_CHOICE;
      this.write = source;
      if (read === NONE || !candidates.writesAfter(state, source)) {
        words[at + WRITE_CURSOR] = candidates.nextSource(t, state, source);
        words[at + READ_CURSOR] = UNTRIED;
        if (read === NONE) continue;
        return READ_FROM;
      }
      const taken = candidates.atomicAfter(source);
      revisits.setWrite(graph.last[t]!, source);
      if (read !== UNTRIED) {
        words[at + READ_CURSOR] = revisits.next(location, read, taken);
        this.read = read;
        return REVISIT;
      }
      const waiter = candidates.wakes(state, source, taken);
      words[at + READ_CURSOR] = waiter === NONE ? revisits.next(location, NONE, taken) : NONE;
      this.read = waiter;
      if (waiter !== NONE) return UPDATE_AND_WAKE;
      if (taken === NONE) return UPDATE;
    }
  }

  private nextOfPart(words: Int32Array, at: number): number {
    const read = words[at + READ_CURSOR]!;
    if (read === NONE) return NO_CHOICE;
    const e = words[at + EVENT]!;
    this.revisits.setWrite(e, NONE);
    const location = this.builder.graph.location[e]!;
    words[at + READ_CURSOR] = this.revisits.next(location, read === UNTRIED ? NONE : read, NONE);
    this.write = e;
    this.read = read;
    return read === UNTRIED ? WRITE_PART : REVISIT;
  }

  private nextOfRevisit(words: Int32Array, at: number): number {
    const { candidates } = this;
    const previous = words[at + WRITE_CURSOR]!;
    if (previous === NONE) return NO_CHOICE;
    this.write = previous;
    words[at + WRITE_CURSOR] = NONE;
    if (words[at + KIND] !== REVISIT_BY_WRITE) return PLACE_REVISIT;
    const t = words[at + THREAD]!;
    const reader = words[at + READER]!;
    candidates.setReaderP(reader);
    this.builder.predecessors.of(t);
    if (candidates.satisfiesReader(reader, t)) words[at + WRITE_CURSOR] = candidates.nextPlace(t, reader, previous);
    return PLACE_REVISIT;
  }
}
