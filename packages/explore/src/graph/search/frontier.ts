import type { ModelName } from '@fencepost/core';
import type { Builder } from '../builder/builder.js';
import { recomputeRows } from '../builder/recompute-rows.js';
import {
  EVENT,
  FRAME_WORDS,
  KIND,
  PART,
  READER,
  READ_CURSOR,
  REVISIT_BY_PART,
  STAMP,
  THREAD,
  WRITE_CURSOR,
} from '../state/frames.js';
import { NEXT_STAMP, NONE, OBLIGED_STAMP, OBLIGED_THREAD, OBLIGED_WRITE } from '../state/graph.js';
import type { Job } from './job.js';
import { NO_THREAD } from './job.js';
import { bad } from './job-events.js';
import { JobEvents } from './job-reader.js';

type Obliged = NonNullable<Job['obliged']>;

/** Builds the job's graph in an empty graph and returns the frame with references to it. */
export function importJob(builder: Builder, model: ModelName, job: Job): Int32Array {
  const { graph, states } = builder;
  if (typeof job !== 'object' || (job.version as number) !== 2) throw bad('it is not a job of this version');
  if (job.program !== states.program.name) throw bad(`it belongs to the program ${job.program}`);
  if (job.model !== model) throw bad(`it belongs to the model ${job.model}`);
  const events = new JobEvents(builder, job);
  events.add();
  events.link();
  graph.head[NEXT_STAMP] = job.nextStamp;
  if (job.obliged !== undefined) importObligation(builder, job.obliged, events);
  if (!builder.synchronises) recomputeRows(builder);
  return importFrame(builder, job.frame, events);
}

function importObligation(builder: Builder, [handle, thread, ordinal, stamp]: Obliged, events: JobEvents): void {
  const { graph } = builder;
  graph.head[OBLIGED_THREAD] = threadNamed(builder, handle) + 1;
  graph.head[OBLIGED_WRITE] = events.slotOf(thread, ordinal, NONE);
  graph.head[OBLIGED_STAMP] = stamp;
}

function importFrame(builder: Builder, words: readonly number[], events: JobEvents): Int32Array {
  const { graph, states } = builder;
  const [kind, handle, write, writeOrdinal, read, readOrdinal, event, eventOrdinal, reader, stamp] = words;
  const thread = threadNamed(builder, handle!);
  const ofEvent = kind === PART || kind === REVISIT_BY_PART;
  const location = ofEvent
    ? graph.location[events.slotOf(event!, eventOrdinal!, NONE)]!
    : states.location[graph.current[thread]!]!;
  const frame = new Int32Array(FRAME_WORDS);
  frame[KIND] = kind!;
  frame[THREAD] = thread;
  frame[WRITE_CURSOR] = events.slotOf(write!, writeOrdinal!, location);
  frame[READ_CURSOR] = events.slotOf(read!, readOrdinal!, location);
  frame[EVENT] = events.slotOf(event!, eventOrdinal!, location);
  frame[READER] = reader === NO_THREAD ? NONE : threadNamed(builder, reader!);
  frame[STAMP] = stamp!;
  return frame;
}

function threadNamed({ states }: Builder, handle: number): number {
  const thread = states.threads.find(handle);
  if (thread === undefined) throw bad('it refers to a thread that its events do not start');
  return thread;
}
