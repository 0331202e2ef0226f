import { theWorld } from '../world/current.js';
import { noteEffect } from '../world/effects.js';
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

function adding(entryType: Entry['entryType']): (name: unknown) => Entry {
  return (name) => {
    noteEffect();
    const entry = { name: String(name), entryType, startTime: elapsed(), duration: 0, detail: null };
    entries().push(entry);
    return entry;
  };
}

function clearing(type: Entry['entryType']): (name?: string) => void {
  return (name) => {
    noteEffect();
    const all = entries();
    const kept = all.filter((entry) => entry.entryType !== type || (name !== undefined && entry.name !== name));
    all.splice(0, all.length, ...kept);
  };
}

/** `performance` of a world. Nothing takes time, so measures have no duration. */
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
  toJSON: () => ({ timeOrigin: EPOCH }),
});
