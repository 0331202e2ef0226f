import { SPAWN, grown } from '@fencepost/core';
import { copyRow } from '../state/bit-rows.js';
import type { Builder } from './builder.js';
import type { Graph, Image } from '../state/graph.js';
import { ENDED_BELOW, NEXT_STAMP, NONE, NOTICED, OPERATIONS, READS, WRITES } from '../state/graph.js';

// Kinds of records, in the low bits of their last word. The higher bits hold a slot or thread.
const EVENT = 0;
const THREAD = 1;
const LOCK = 2;
const KIND_BITS = 2;
/** Number of slot columns except `state`. */
const SLOT_WORDS = 18;
/** Marks a cut for which the whole graph was copied, in place of the start of its records. */
const COPIED = -1;

/** Maximum row width, in words, of graphs that are always copied as a whole. */
const SMALL = 8;
/** Fixed cost of saving an event in addition to its rows, as the number of words that could be copied in that time. */
const KEEPING = 400;

/**
 * Undo log for the events that revisits delete. Cuts are undone last first. A small graph is copied: nothing is faster
 * than one copy of a few kilobytes. In a larger graph a revisit costs in proportion to what it deletes, unless that is
 * most of it. Slots of deleted events are reused, so their contents are saved here. Events that stay are only linked
 * differently.
 */
export class Cuts {
  /** Number of cuts not yet undone. */
  count = 0;
  private readonly builder: Builder;
  private readonly graph: Graph;
  private words = new Int32Array(1024);
  private size = 0;
  /** Local states of the saved events and threads. */
  private states = new Int32Array(64);
  private stateCount = 0;
  /** Start of the current cut in `words`. */
  private start = 0;
  /** Whether the graph was copied for the current cut. */
  private isCopied = false;
  private readonly images: Image[] = [];
  private imagesUsed = 0;

  constructor(builder: Builder) {
    this.builder = builder;
    this.graph = builder.graph;
  }

  /** Whether the size of a cut matters. */
  get dependOnSize(): boolean {
    return this.graph.width > SMALL;
  }

  /** Begins a cut of this many events; the number is used only if `dependOnSize`. `end` ends the cut. */
  begin(events: number): void {
    const { head, threads, width, words } = this.graph;
    this.start = this.size;
    this.isCopied = width <= SMALL || words.length < events * (KEEPING + 2 * width);
    if (this.isCopied) {
      this.copyGraph();
      return;
    }
    this.reserve(5);
    this.push(head[NEXT_STAMP]!);
    this.push(head[NOTICED]!);
    this.push(head[ENDED_BELOW]!);
    this.push(head[OPERATIONS]!);
    this.push(threads);
  }

  end(): void {
    this.count++;
    this.reserve(2);
    this.push(this.graph.width);
    this.push(this.isCopied ? COPIED : this.start);
  }

  private copyGraph(): void {
    const image = this.images[this.imagesUsed];
    if (image === undefined) this.images.push(this.graph.newImage());
    else this.graph.save(image);
    this.imagesUsed++;
  }

  /** Records an empty cut, for a graph that was cut down elsewhere. */
  cutNothing(): void {
    this.begin(0);
    this.end();
  }

  /** Saves the state of thread t, which is about to lose events. */
  keepThread(t: number): void {
    if (this.isCopied) return;
    const { graph } = this;
    this.reserve(5);
    this.pushState(graph.current[t]!);
    this.push(graph.last[t]!);
    this.push(graph.readBase[t]!);
    this.push(graph.writeBase[t]!);
    this.push(graph.executed[t]!);
    this.push((t << KIND_BITS) | THREAD);
  }

  /** Deletes e, which must be the last event of its thread. */
  remove(e: number): void {
    if (!this.isCopied) this.keepEvent(e);
    this.builder.removal.remove(e);
  }

  /** Makes a lock wait again after its waking was deleted. It must be the last event of its thread. */
  putBack(lock: number): void {
    if (!this.isCopied) {
      this.keepThread(this.graph.thread[lock]!);
      this.keepSlot(lock);
      this.push((lock << KIND_BITS) | LOCK);
    }
    this.builder.waking.putBack(lock);
  }

  /** Restores the events that the last cut deleted. Later additions must have been undone. */
  undo(): void {
    this.count--;
    const start = this.pop();
    const width = this.pop();
    if (start === COPIED) this.graph.restore(this.images[--this.imagesUsed]!);
    else this.putEventsBack(start, width);
  }

  private putEventsBack(start: number, width: number): void {
    const { head, threads } = this.graph;
    for (const end = start + 5; this.size > end;) {
      const record = this.pop();
      const subject = record >> KIND_BITS;
      if ((record & THREAD) !== 0) this.restoreThread(subject);
      else this.restoreEvent(subject, width, (record & LOCK) !== 0);
    }
    const sameThreads = this.pop() === threads;
    head[OPERATIONS] = this.pop();
    const endedBelow = this.pop();
    // Threads discovered since the cut have changed the order of threads.
    head[ENDED_BELOW] = sameThreads ? endedBelow : 0;
    head[NOTICED] = this.pop();
    head[NEXT_STAMP] = this.pop();
  }

  /** Returns columns with the local states of everything that was cut off. */
  stateColumns(): Int32Array[] {
    const copied = this.images.slice(0, this.imagesUsed).flatMap((image) => this.graph.stateColumns(image));
    return [...copied, this.states.subarray(0, this.stateCount)];
  }

  private keepEvent(e: number): void {
    const { graph } = this;
    const { states } = graph;
    const state = graph.state[e]!;
    if (states.kind[state] === SPAWN) this.keepThread(states.operand[state]!);
    this.keepSlot(e);
    this.push((e << KIND_BITS) | EVENT);
  }

  private restoreThread(t: number): void {
    const { graph } = this;
    graph.executed[t] = this.pop();
    graph.writeBase[t] = this.pop();
    graph.readBase[t] = this.pop();
    graph.last[t] = this.pop();
    graph.current[t] = this.states[--this.stateCount]!;
  }

  private restoreEvent(e: number, width: number, isLock: boolean): void {
    const { graph } = this;
    const { edges } = this.builder;
    if (isLock) edges.unlinkReader(e);
    this.restoreSlot(e, width);
    const flags = graph.flags[e]!;
    if ((flags & READS) !== 0) edges.relinkReader(e);
    if ((flags & WRITES) !== 0) edges.relinkWrite(e);
  }

  /** Saves a slot: its columns and rows and, for an atomic in two parts, the row of its read part. */
  private keepSlot(e: number): void {
    const { graph } = this;
    const part = graph.readPart[e]!;
    this.reserve(SLOT_WORDS + 4 * graph.width + 1);
    if (part !== NONE) this.keepRow(graph.rows, part);
    this.keepRow(graph.rows, e);
    this.keepRow(graph.porf, e);
    if (graph.hasHb) this.keepRow(graph.hb, e);
    this.keepColumns(e);
    this.pushState(graph.state[e]!);
  }

  private restoreSlot(e: number, width: number): void {
    const { graph } = this;
    graph.state[e] = this.states[--this.stateCount]!;
    this.restoreColumns(e);
    if (graph.hasHb) this.restoreRow(graph.hb, e, width);
    this.restoreRow(graph.porf, e, width);
    this.restoreRow(graph.rows, e, width);
    graph.occupy(e);
    const part = graph.readPart[e]!;
    if (part === NONE) return;
    this.restoreRow(graph.rows, part, width);
    graph.occupyByReadPart(part);
  }

  /** One line per column, because a loop over columns takes twice the time. */
  private keepColumns(e: number): void {
    const { graph, words, size: at } = this;
    words[at + 0] = graph.thread[e]!;
    words[at + 1] = graph.position[e]!;
    words[at + 2] = graph.readBaseBefore[e]!;
    words[at + 3] = graph.writeBaseBefore[e]!;
    words[at + 4] = graph.before[e]!;
    words[at + 5] = graph.location[e]!;
    words[at + 6] = graph.source[e]!;
    words[at + 7] = graph.firstReader[e]!;
    words[at + 8] = graph.nextReader[e]!;
    words[at + 9] = graph.previousReader[e]!;
    words[at + 10] = graph.later[e]!;
    words[at + 11] = graph.earlier[e]!;
    words[at + 12] = graph.value[e]!;
    words[at + 13] = graph.readStamp[e]!;
    words[at + 14] = graph.writeStamp[e]!;
    words[at + 15] = graph.flags[e]!;
    words[at + 16] = graph.readPart[e]!;
    words[at + 17] = graph.mate[e]!;
    this.size = at + SLOT_WORDS;
  }

  /** Must match `keepColumns`. */
  private restoreColumns(e: number): void {
    const { graph, words } = this;
    const at = this.size - SLOT_WORDS;
    graph.thread[e] = words[at + 0]!;
    graph.position[e] = words[at + 1]!;
    graph.readBaseBefore[e] = words[at + 2]!;
    graph.writeBaseBefore[e] = words[at + 3]!;
    graph.before[e] = words[at + 4]!;
    graph.location[e] = words[at + 5]!;
    graph.source[e] = words[at + 6]!;
    graph.firstReader[e] = words[at + 7]!;
    graph.nextReader[e] = words[at + 8]!;
    graph.previousReader[e] = words[at + 9]!;
    graph.later[e] = words[at + 10]!;
    graph.earlier[e] = words[at + 11]!;
    graph.value[e] = words[at + 12]!;
    graph.readStamp[e] = words[at + 13]!;
    graph.writeStamp[e] = words[at + 14]!;
    graph.flags[e] = words[at + 15]!;
    graph.readPart[e] = words[at + 16]!;
    graph.mate[e] = words[at + 17]!;
    this.size = at;
  }

  private keepRow(closure: Int32Array, slot: number): void {
    const { width } = this.graph;
    copyRow(closure, slot * width, this.words, this.size, width);
    this.size += width;
  }

  /** Restores a row. Rows may have become wider since it was saved. */
  private restoreRow(closure: Int32Array, slot: number, width: number): void {
    const { words } = this;
    const now = this.graph.width;
    const from = this.size - width;
    copyRow(words, from, closure, slot * now, width);
    for (let w = width; w < now; w++) closure[slot * now + w] = 0;
    this.size = from;
  }

  private reserve(count: number): void {
    if (this.size + count > this.words.length) this.words = grown(this.words, this.size + count);
  }

  private push(word: number): void {
    this.words[this.size++] = word;
  }

  private pop(): number {
    return this.words[--this.size]!;
  }

  private pushState(state: number): void {
    if (this.stateCount === this.states.length) this.states = grown(this.states, this.stateCount + 1);
    this.states[this.stateCount++] = state;
  }
}
