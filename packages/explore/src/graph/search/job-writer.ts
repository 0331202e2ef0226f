import type { ModelName } from '@fencepost/core';
import type { UnitKind } from '../builder/spin-units.js';
import {
  EVENT,
  KIND,
  PART,
  READER,
  READ_CURSOR,
  REVISIT_BY_WRITE,
  STAMP,
  THREAD,
  WRITE_CURSOR,
} from '../state/frames.js';
import type { Graph } from '../state/graph.js';
import { NEXT_STAMP, NONE, OBLIGED_STAMP, OBLIGED_THREAD, OBLIGED_WRITE, READS, WRITES } from '../state/graph.js';
import type { Job } from './job.js';
import { INITIAL, NO_THREAD } from './job.js';
import type { EventTree } from './job-events.js';
import { AFTER, EVENT_WORDS, FLAGS, NEXT_READER, READ_STAMP, WRITE_STAMP, treeOf } from './job-events.js';

/** What is the same in all jobs of an explorer. */
export interface JobHeader {
  readonly model: ModelName;
  readonly races: boolean;
  readonly units: UnitKind | undefined;
}

const NO_EVENTS: EventTree = [];

/** Writes frames of an explorer as jobs. Each job shares what it has in common with the job written or read before. */
export class JobWriter {
  private readonly graph: Graph;
  private readonly header: JobHeader;
  /** The threads of the job before, by handle. */
  private before = new Map<number, Job['threads'][number]>();
  /** The ordinal of each event in its thread. */
  private ordinal = new Int32Array(0);

  constructor(graph: Graph, header: JobHeader) {
    this.graph = graph;
    this.header = header;
  }

  /** Makes the next job share what it has in common with this one. */
  startFrom({ threads }: Job): void {
    this.before = new Map(threads.map((thread) => [thread[0], thread]));
  }

  write(frame: Int32Array): Job {
    const { graph, header } = this;
    const { head } = graph;
    const { handles } = graph.states.threads;
    const slots = this.slotsInOrder();
    const obliged = head[OBLIGED_THREAD]!;
    const revisit = frame[KIND]! >= REVISIT_BY_WRITE;
    const job: Job = {
      version: 2,
      program: graph.states.program.name,
      model: header.model,
      ...(header.races && { races: true }),
      ...(header.units && { units: header.units }),
      ...(obliged > 0 && {
        obliged: [handles[obliged - 1]!, ...this.reference(head[OBLIGED_WRITE]!), head[OBLIGED_STAMP]!] as const,
      }),
      threads: slots.map(([t, own]) => this.thread(handles[t]!, own)),
      nextStamp: head[NEXT_STAMP]!,
      frame: [
        frame[KIND]!,
        handles[frame[THREAD]!]!,
        ...this.reference(frame[WRITE_CURSOR]!),
        ...this.reference(frame[READ_CURSOR]!),
        ...this.reference(frame[KIND]! >= PART ? frame[EVENT]! : NONE),
        revisit ? handles[frame[READER]!]! : NO_THREAD,
        revisit ? frame[STAMP]! : 0,
      ],
    };
    this.startFrom(job);
    return job;
  }

  /** Returns the threads with events and, of each, the slots in program order. Numbers the events. */
  private slotsInOrder(): (readonly [number, Int32Array])[] {
    const { graph } = this;
    const { before, last, thread } = graph;
    if (this.ordinal.length !== before.length) this.ordinal = new Int32Array(before.length);
    const threads: (readonly [number, Int32Array])[] = [];
    for (let t = 0; t < graph.threads; t++) {
      if (graph.current[t] === 0) continue;
      let count = 0;
      for (let e = last[t]!; e !== NONE && thread[e] === t; e = before[e]!) count++;
      if (count === 0) continue;
      const own = new Int32Array(count);
      for (let e = last[t]!; e !== NONE && thread[e] === t; e = before[e]!) {
        own[--count] = e;
        this.ordinal[e] = count;
      }
      threads.push([t, own]);
    }
    return threads;
  }

  private thread(handle: number, slots: Int32Array): Job['threads'][number] {
    const [, countBefore, treeBefore] = this.before.get(handle) ?? [handle, 0, NO_EVENTS];
    const write = (i: number, words: number[], at: number): void => this.writeEvent(slots[i]!, words, at);
    const tree = treeOf(slots.length, write, treeBefore, countBefore);
    return [handle, slots.length, tree];
  }

  private writeEvent(e: number, words: number[], at: number): void {
    const { graph } = this;
    const flags = graph.flags[e]!;
    for (let w = 0; w < EVENT_WORDS; w++) words.push(0);
    words[at + FLAGS] = flags;
    words[at + READ_STAMP] = graph.readStamp[e]!;
    words[at + WRITE_STAMP] = graph.writeStamp[e]!;
    if ((flags & READS) !== 0) {
      this.refer(graph.source[e]!, words, at + AFTER);
      this.refer(graph.nextReader[e]!, words, at + NEXT_READER);
    } else if ((flags & WRITES) !== 0) this.refer(graph.earlier[e]!, words, at + AFTER);
  }

  private refer(slot: number, words: number[], at: number): void {
    const { graph } = this;
    const thread = slot < 0 ? NONE : graph.thread[slot]!;
    words[at] = slot < 0 ? slot : thread === NONE ? INITIAL : graph.states.threads.handles[thread]!;
    words[at + 1] = thread === NONE ? 0 : this.ordinal[slot]!;
  }

  private reference(slot: number): [number, number] {
    const words: [number, number] = [0, 0];
    this.refer(slot, words, 0);
    return words;
  }
}
