import { theWorld } from '../world/running/current.js';
import { noteEffect } from '../world/time/effects.js';
import { VIRTUAL_GLOBALS } from '../world/objects/global-names.js';
import { isObject } from '../world/objects/is-object.js';
import { elapsed, EPOCH } from './time.js';

/** A mark or a measure. */
interface Entry {
  readonly name: string;
  readonly entryType: 'mark' | 'measure';
  readonly startTime: number;
  readonly duration: number;
  readonly detail: unknown;
}

const ENTRIES = Symbol('entries of performance');

function entries(): Entry[] {
  return theWorld().slot(ENTRIES, (): Entry[] => []);
}

function adding(entryType: Entry['entryType']): (name: unknown, options?: unknown) => Entry {
  return (name, options) => {
    noteEffect();
    const entry = { name: String(name), entryType, startTime: elapsed(), duration: 0, detail: detailOf(options) };
    entries().push(entry);
    return entry;
  };
}

/** Returns a copy of the detail that the program passes. */
function detailOf(options: unknown): unknown {
  const detail: unknown = isObject(options) ? Reflect.get(options, 'detail') : undefined;
  return detail === undefined ? null : (VIRTUAL_GLOBALS.get('structuredClone') as (value: unknown) => unknown)(detail);
}

function clearing(type: Entry['entryType']): (name?: string) => void {
  return (name) => {
    noteEffect();
    const all = entries();
    const kept = all.filter((entry) => entry.entryType !== type || (name !== undefined && entry.name !== name));
    all.splice(0, all.length, ...kept);
  };
}

/** Timing of Node's start, which lies before virtual time begins. */
const STARTED = {
  name: 'node',
  entryType: 'node',
  startTime: 0,
  nodeStart: 0,
  v8Start: 0,
  environment: 0,
  bootstrapComplete: 0,
  loopStart: 0,
  loopExit: -1,
  idleTime: 0,
};
const nodeTiming = Object.freeze({
  ...STARTED,
  get duration() {
    return elapsed();
  },
  toJSON: () => ({ ...STARTED, duration: elapsed() }),
});

/** `performance` of a world. Execution takes no virtual time, so measures have no duration. */
export const modelPerformance = Object.freeze({
  timeOrigin: EPOCH,
  now: elapsed,
  mark: adding('mark'),
  measure: adding('measure'),
  clearMarks: clearing('mark'),
  clearMeasures: clearing('measure'),
  clearResourceTimings: () => undefined,
  setResourceTimingBufferSize: () => undefined,
  getEntries: () => [...entries()],
  getEntriesByName: (name: string, type?: string) =>
    entries().filter((entry) => entry.name === name && (type === undefined || entry.entryType === type)),
  getEntriesByType: (type: string) => entries().filter((entry) => entry.entryType === type),
  timerify: (timed: unknown) => timed,
  eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }),
  nodeTiming,
  toJSON: () => ({ timeOrigin: EPOCH }),
});
