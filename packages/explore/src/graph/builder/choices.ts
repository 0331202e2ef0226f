import type { LocalStates } from '@fencepost/core';
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
} from '../state/frames.js';
import type { Graph } from '../state/graph.js';
import { NONE } from '../state/graph.js';
import type { Predecessors } from '../consistency/predecessors.js';
import type { Revisits } from './revisits.js';
import type { Units } from './spin-units.js';

// Kinds of choices.
/** No choice is left. */
export const NO_CHOICE = 0;
/** The operation reads `write`, and writes nothing. */
export const READ_FROM = 1;
/** The store comes after `write` in coherence order. */
export const PLACE_AFTER = 2;
/** The atomic reads `write`, and writes right after it. */
export const UPDATE = 3;
/** Like UPDATE, and it hands the mutex to the waiting lock `read`. */
export const UPDATE_AND_WAKE = 4;
/** The pending atomic `write` writes. */
export const WRITE_PART = 5;
/** Revisit of `read`; `write` is the frame's EVENT for it. */
export const REVISIT = 6;
/** The revisiting write comes after `write`. */
export const PLACE_REVISIT = 7;

/**
 * Enumerates the choices of a frame. The search takes each of them; a dive counts them and takes one. The graph must be
 * the frame's. A choice may still fail: for example, the read of a revisit may turn out to be unable to read the write.
 */
export class Choices {
  /** Events of the present choice. */
  write = NONE;
  read = NONE;
  /**
   * Whether this is known to be the frame's last choice. (Never for a revisit: its frame is still needed to restore the
   * deleted events.)
   */
  isLast = false;
  private readonly graph: Graph;
  private readonly states: LocalStates;
  private readonly predecessors: Predecessors;
  private readonly revisits: Revisits;
  private readonly candidates: Candidates;
  private readonly units: Units;
  private readonly scratch = new Int32Array(FRAME_WORDS);

  constructor(builder: Builder, revisits: Revisits, candidates: Candidates) {
    this.graph = builder.graph;
    this.states = builder.states;
    this.predecessors = builder.predecessors;
    this.revisits = revisits;
    this.candidates = candidates;
    this.units = builder.units;
  }

  /** Returns the number of choices a frame has left. */
  count(frame: Int32Array): number {
    const { scratch } = this;
    scratch.set(frame);
    let left = 0;
    while (this.next(scratch, 0) !== NO_CHOICE) left++;
    return left;
  }

  /** Advances to the next choice of the frame at `at`, and moves the frame's cursors past it. */
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

  /** For a load: the next write to read from. */
  nextOfRead(words: Int32Array, at: number): number {
    let source = words[at + WRITE_CURSOR]!;
    if (source === NONE) return NO_CHOICE;
    const t = words[at + THREAD]!;
    this.predecessors.of(t);
    while (!this.units.mayRead(t, source)) {
      source = this.candidates.nextSource(t, this.graph.current[t]!, source);
      if (source === NONE) return NO_CHOICE;
    }
    const next = this.candidates.nextSource(t, this.graph.current[t]!, source);
    words[at + WRITE_CURSOR] = next;
    this.write = source;
    this.isLast = next === NONE;
    return READ_FROM;
  }

  /** For a store: the next place, then the next read to revisit. */
  nextOfWrite(words: Int32Array, at: number): number {
    const { graph, revisits } = this;
    const t = words[at + THREAD]!;
    const previous = words[at + WRITE_CURSOR]!;
    const read = previous === NONE ? words[at + READ_CURSOR]! : NONE;
    if (previous === NONE && read === NONE) return NO_CHOICE;
    this.write = previous;
    this.read = read;
    if (previous !== NONE) {
      this.predecessors.of(t);
      const next = this.candidates.nextPlace(t, NONE, previous);
      words[at + WRITE_CURSOR] = next;
      this.isLast = false;
      if (next !== NONE) return PLACE_AFTER;
    }
    const state = graph.current[t]!;
    const location = this.states.location[state]!;
    revisits.setNextWrite(t, NONE);
    if (this.units.enabled) revisits.unitSearch.setWrite(location, this.states.operand[state]!, NONE);
    const next = revisits.next(location, read, NONE);
    words[at + READ_CURSOR] = next;
    this.isLast = next === NONE;
    return previous === NONE ? REVISIT : PLACE_AFTER;
  }

  /** For an atomic: the next write to update, then the next read to revisit. */
  nextOfAtomic(words: Int32Array, at: number): number {
    const { candidates, revisits, graph } = this;
    const t = words[at + THREAD]!;
    const state = graph.current[t]!;
    const location = this.states.location[state]!;
    this.predecessors.of(t);
    for (;;) {
      const source = words[at + WRITE_CURSOR]!;
      const read = words[at + READ_CURSOR]!;
      if (source === NONE) return NO_CHOICE;
      this.write = source;
      const writes = candidates.writesAfter(state, source);
      if (read === NONE || (writes ? this.units.mustStillRead(t, source) : !this.units.mayRead(t, source))) {
        this.nextSource(words, at, t, state);
        continue;
      }
      if (!writes) {
        this.nextSource(words, at, t, state);
        return READ_FROM;
      }
      const taken = candidates.atomicAfter(source);
      if (taken !== NONE && !revisits.mayBeDeleted(taken)) {
        this.nextSource(words, at, t, state);
        continue;
      }
      revisits.setNextWrite(t, source);
      if (this.units.enabled)
        revisits.unitSearch.setWrite(location, this.states.written(state, graph.value[source]!), source);
      const waiter = read === UNTRIED ? candidates.wakes(state, source, taken) : NONE;
      const next = waiter === NONE ? revisits.next(location, read === UNTRIED ? NONE : read, taken) : NONE;
      words[at + READ_CURSOR] = next;
      this.isLast = false;
      if (next === NONE) this.nextSource(words, at, t, state);
      if (read !== UNTRIED) {
        this.read = read;
        return REVISIT;
      }
      this.read = waiter;
      if (waiter !== NONE) return UPDATE_AND_WAKE;
      if (taken === NONE) return UPDATE;
    }
  }

  /** Advances the atomic to its next source. */
  private nextSource(words: Int32Array, at: number, t: number, state: number): void {
    const next = this.candidates.nextSource(t, state, words[at + WRITE_CURSOR]!);
    words[at + WRITE_CURSOR] = next;
    words[at + READ_CURSOR] = UNTRIED;
    this.isLast = next === NONE;
  }

  /** For the write part of an atomic: the part itself, then the next read to revisit. */
  nextOfPart(words: Int32Array, at: number): number {
    const read = words[at + READ_CURSOR]!;
    if (read === NONE) return NO_CHOICE;
    const e = words[at + EVENT]!;
    this.revisits.setWrite(e, NONE);
    if (this.units.enabled) {
      const source = this.graph.source[e]!;
      const value = this.states.written(this.graph.state[e]!, this.graph.value[source]!);
      this.revisits.unitSearch.setWrite(this.graph.location[e]!, value, source);
    }
    const next = this.revisits.next(this.graph.location[e]!, read === UNTRIED ? NONE : read, NONE);
    words[at + READ_CURSOR] = next;
    this.isLast = next === NONE;
    this.write = e;
    this.read = read;
    return read === UNTRIED ? WRITE_PART : REVISIT;
  }

  /** For a revisit: the next place for the revisiting write. */
  nextOfRevisit(words: Int32Array, at: number): number {
    const { candidates } = this;
    const previous = words[at + WRITE_CURSOR]!;
    if (previous === NONE) return NO_CHOICE;
    this.write = previous;
    this.isLast = false;
    words[at + WRITE_CURSOR] = NONE;
    if (words[at + KIND] !== REVISIT_BY_WRITE) return PLACE_REVISIT;
    const t = words[at + THREAD]!;
    if (words[at + READ_CURSOR] === UNTRIED) {
      this.predecessors.of(t);
      words[at + WRITE_CURSOR] = candidates.nextPlace(t, NONE, previous);
      return PLACE_REVISIT;
    }
    const reader = words[at + READER]!;
    candidates.setReaderP(reader);
    this.predecessors.of(t);
    if (candidates.satisfiesReader(reader, t)) words[at + WRITE_CURSOR] = candidates.nextPlace(t, reader, previous);
    return PLACE_REVISIT;
  }
}
