import type { ModelName } from '@fencepost/core';
import { isWatched, modelNames } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import type { RecordedEvents } from '../src/events.js';
import { EventMonitor } from '../src/monitor/event-monitor.js';
import { HISTORY_ROOM } from '../src/monitor/write-history.js';
import { RaceMonitor } from '../src/races/race-monitor.js';
import { randomEvents } from './random-events.js';

const RUNS = Number(process.env['FENCEPOST_RECORDINGS'] ?? 300);

/** Makes the monitor receive accesses to local places like all others. */
function withoutLocal<M extends RecordedEvents>(monitor: M): M {
  Object.defineProperty(monitor, 'local', { value: undefined });
  return monitor;
}

describe('places of one thread', () => {
  const models: ModelName[] = modelNames(isWatched);

  it('do not change what monitors find', () => {
    let departures = 0;
    let races = 0;
    let locals = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const run = randomEvents(seed * 7919, 60);
      const recording = { roots: run.roots, initialValue: () => 0n };
      for (const room of [HISTORY_ROOM, { first: 2, most: Infinity, perPlace: 1 }]) {
        const quick = new EventMonitor(models, recording, room);
        const full = withoutLocal(new EventMonitor(models, recording, room));
        run.feed(quick);
        run.feed(full);
        expect(quick.departures, `seed ${seed}`).toEqual(full.departures);
        expect(quick.events).toBe(full.events);
        departures += quick.departures.length;
      }
      const quick = new RaceMonitor(run.roots);
      const full = withoutLocal(new RaceMonitor(run.roots));
      run.feed(quick);
      run.feed(full);
      expect(quick.races, `seed ${seed}`).toEqual(full.races);
      races += full.races.length;
      locals += run.locals;
    }
    expect(departures).toBeGreaterThan(RUNS);
    expect(races).toBeGreaterThan(RUNS);
    expect(locals).toBeGreaterThan(10 * RUNS);
  });
});
