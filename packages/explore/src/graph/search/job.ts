import type { ModelName } from '@fencepost/core';
import { isCount, isListOf, isRecord, isText } from '@fencepost/core';
import type { UnitKind } from '../builder/spin-units.js';
import type { EventTree } from './job-events.js';
import { isEventTree } from './job-events.js';

/**
 * A unit of work: a graph and a frame on it, in terms that are valid in every process. Threads are named by handle. A
 * reference to an event has two words: the handle of its thread, and its ordinal in it; or a negative constant and 0.
 * The constant is that of a cursor, or INITIAL for the initial write of the location of the event or the frame. A
 * location has no name, because a front end may use other addresses in another process; its events identify it. Plain
 * JSON. The jobs of a search share most of their trees of events, as the same arrays (decision 70).
 */
export interface Job {
  readonly version: 2;
  /** The program and the model of the search. */
  readonly program: string;
  readonly model: ModelName;
  /** Whether the exploration detects data races. If so, all fences are events. */
  readonly races?: true;
  /** The reads that are revisited together (spin-units.ts). */
  readonly units?: UnitKind;
  /** The obliged thread, a reference to the write it must read in its current or next unit, and the stamp of that unit. */
  readonly obliged?: readonly [number, number, number, number];
  /** For each thread with events: its handle, the number of its events, and its events. */
  readonly threads: readonly (readonly [number, number, EventTree])[];
  readonly nextStamp: number;
  /** Kind, thread, write cursor (a reference), read cursor (a reference), event (a reference), reader, stamp. */
  readonly frame: readonly number[];
}

/** Constant of a reference: the initial write of the location. */
export const INITIAL = -3;
/** In place of the handle of a reader. */
export const NO_THREAD = -1;

/** Whether a value of unknown origin has the shape of a job. */
export function isJob(value: unknown): value is Job {
  return (
    isRecord(value) &&
    value['version'] === 2 &&
    isText(value['program']) &&
    isText(value['model']) &&
    isListOf(value['threads'], isThread) &&
    isListOf(value['frame'], Number.isInteger) &&
    isCount(value['nextStamp'])
  );
}

function isThread(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [handle, count, events] = value as unknown[];
  return isCount(handle) && isCount(count) && isEventTree(events, count);
}
