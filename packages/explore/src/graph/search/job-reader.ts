import { JOIN } from '@fencepost/core';
import type { Builder } from '../builder/builder.js';
import { NONE, READS, WRITES } from '../state/graph.js';
import type { Job } from './job.js';
import { INITIAL } from './job.js';
import { AFTER, EVENT_WORDS, FLAGS, NEXT_READER, READ_STAMP, WRITE_STAMP, bad, wordsOf } from './job-events.js';

/** The events of a thread of a job: their words and, of those in the graph, the slots. */
interface Row {
  readonly handle: number;
  readonly words: Float64Array;
  readonly slots: Int32Array;
  /** Number of events that are in the graph. */
  added: number;
}

/** The events of a job, which it adds to an empty graph. */
export class JobEvents {
  private readonly builder: Builder;
  private readonly rows = new Map<number, Row>();
  private readonly count: number;

  constructor(builder: Builder, { threads }: Job) {
    this.builder = builder;
    for (const [handle, count, tree] of threads) {
      this.rows.set(handle, { handle, words: wordsOf(tree, count), slots: new Int32Array(count).fill(NONE), added: 0 });
    }
    this.count = threads.reduce((sum, [, count]) => sum + count, 0);
  }

  /** Returns the slot for a reference: the event, the initial write of the location, or the constant of a cursor. */
  slotOf(handle: number, ordinal: number, location: number): number {
    const slot =
      handle === INITIAL
        ? this.builder.graph.initialWrite[location]
        : handle < 0
          ? handle
          : this.rows.get(handle)?.slots[ordinal];
    if (slot === undefined || (slot === NONE && handle >= 0)) throw bad('it refers to an event that does not exist');
    return slot;
  }

  /**
   * Adds the events. Each is added after its thread's earlier events, the write it reads from, its spawn, the threads
   * it joins, and its mate.
   */
  add(): void {
    for (let left = this.count; left > 0;) {
      const before = left;
      for (const row of this.rows.values()) {
        const from = row.added;
        while (row.added < row.slots.length && this.addNext(row));
        left -= row.added - from;
      }
      if (left === before) throw bad('its events wait for one another');
    }
  }

  private addNext(row: Row): boolean {
    const { builder, rows } = this;
    const { states, graph } = builder;
    const { words } = row;
    const at = row.added * EVENT_WORDS;
    const t = states.threads.find(row.handle);
    if (t === undefined || graph.current[t] === 0) return false;
    const state = graph.current[t]!;
    const flags = words[at + FLAGS]!;
    let source = NONE;
    if ((flags & READS) !== 0) {
      const awaited = rows.get(words[at + AFTER]!);
      if (awaited?.slots[words[at + AFTER + 1]!] === NONE) return false;
      source = this.slotOf(words[at + AFTER]!, words[at + AFTER + 1]!, states.location[state]!);
    }
    if (states.kind[state] === JOIN && this.isUnfinished(states.operand[state]!)) return false;
    const mate = builder.mates?.awaitedBy(t) ?? NONE;
    if (mate !== NONE && this.isUnfinished(mate)) return false;
    const [readStamp, writeStamp] = [words[at + READ_STAMP]!, words[at + WRITE_STAMP]!];
    row.slots[row.added++] = builder.importEvent(t, flags, readStamp, writeStamp, source);
    return true;
  }

  private isUnfinished(t: number): boolean {
    const row = this.rows.get(this.builder.states.threads.handles[t]!);
    return row !== undefined && row.added < row.slots.length;
  }

  /** Links the events in coherence order, and the reads of each write in their order. */
  link(): void {
    const { graph } = this.builder;
    this.forEach((e) => {
      graph.later[e] = graph.earlier[e] = graph.nextReader[e] = graph.previousReader[e] = NONE;
    });
    this.forEach((e, words, at) => this.linkEvent(e, words, at));
    this.forEach((e) => {
      if ((graph.flags[e]! & READS) !== 0 && graph.previousReader[e] === NONE) this.beginReaders(e);
    });
    this.checkLinks();
  }

  private forEach(action: (e: number, words: Float64Array, at: number) => void): void {
    for (const { words, slots } of this.rows.values()) slots.forEach((e, i) => action(e, words, i * EVENT_WORDS));
  }

  private linkEvent(e: number, words: Float64Array, at: number): void {
    const { graph } = this.builder;
    const flags = graph.flags[e]!;
    const location = graph.location[e]!;
    if ((flags & (READS | WRITES)) === 0) return;
    const previous = this.slotOf(words[at + AFTER]!, words[at + AFTER + 1]!, location);
    if (previous < 0 || graph.location[previous] !== location) throw bad('coherence mixes places in memory');
    if ((graph.flags[previous]! & WRITES) === 0) throw bad('coherence names an event that does not write');
    if ((flags & WRITES) !== 0) {
      if (graph.later[previous] !== NONE) throw bad('two writes come next in coherence order');
      graph.later[previous] = e;
      graph.earlier[e] = previous;
      graph.latest[location] = e;
    }
    if ((flags & READS) === 0) return;
    const next = this.slotOf(words[at + NEXT_READER]!, words[at + NEXT_READER + 1]!, location);
    if (next === NONE) return;
    if (next < 0 || graph.source[next] !== graph.source[e] || graph.previousReader[next] !== NONE) {
      throw bad('the reads of a write are not a list');
    }
    graph.nextReader[e] = next;
    graph.previousReader[next] = e;
  }

  private beginReaders(e: number): void {
    const { graph } = this.builder;
    const source = graph.source[e]!;
    if (graph.firstReader[source] !== NONE) throw bad('the reads of a write are not a list');
    graph.firstReader[source] = e;
  }

  /** Follows all links: none may be part of a cycle. Finds the latest writes. */
  private checkLinks(): void {
    const { graph } = this.builder;
    let unseen = 0;
    this.forEach((e) => {
      if ((graph.flags[e]! & READS) !== 0) unseen++;
      if ((graph.flags[e]! & WRITES) !== 0) unseen++;
    });
    for (let l = 0; l < graph.locations; l++) {
      for (let w = graph.initialWrite[l]!; w !== NONE; w = graph.later[w]!) {
        graph.latest[l] = w;
        if (graph.thread[w] !== NONE) unseen--;
        for (let r = graph.firstReader[w]!; r !== NONE; r = graph.nextReader[r]!) unseen--;
      }
    }
    if (unseen !== 0) throw bad('coherence does not begin with the initial value');
  }
}
