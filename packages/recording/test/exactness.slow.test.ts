import type { ModelName } from '@fencepost/core';
import { Machine } from '@fencepost/core';
import { MONITORS } from '@fencepost/explore';
import type { ScRun } from '@fencepost/testing';
import { SMALL_PROGRAMS, randomProgram, scRun } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventMonitor } from '../src/monitor/event-monitor.js';
import { HISTORY_ROOM } from '../src/monitor/write-history.js';
import { bruteForce, replayOf } from './brute-force.js';

/** `npm run campaign -- recordings` takes more of them. */
const PROGRAMS = Number(process.env['FENCEPOST_RECORDINGS'] ?? 300);

const MODELS: readonly ModelName[] = ['tso', 'pso'];

function streamed(run: ScRun, models: readonly ModelName[], room = HISTORY_ROOM): EventMonitor {
  const monitor = new EventMonitor(models, run, room);
  run.feed(monitor);
  return monitor;
}

/** What the monitor of recordings finds, as pairs of sites. */
function pairs(monitor: EventMonitor, model: ModelName): Set<string> {
  return new Set(
    monitor.departures
      .filter((each) => each.model === model)
      .map(({ site, writeSite }) => `${site} before ${writeSite}`),
  );
}

/** What the monitor of searches finds. Under TSO it does not ask operations that write. */
function searched(run: ScRun, model: 'tso' | 'pso'): Set<string> {
  const { states, threads } = replayOf(run);
  const found = new Set<string>();
  const site = (label: number): number => states.labels.get(label).site!.line - 1;
  const monitor = MONITORS[`borderline-${model}`](states, ({ label, writeLabel }) => {
    found.add(`${site(label)} before ${site(writeLabel)}`);
  });
  const machine = new Machine(states, 'sc');
  for (const t of threads) {
    monitor.step(t, machine.local[t]!, machine.willWrite(t));
    machine.run(t);
  }
  return found;
}

describe('the monitor of recordings', () => {
  it.each(SMALL_PROGRAMS)(
    'finds the violations one step from a run: $threads threads',
    { timeout: 3_600_000 },
    (size) => {
      let departures = 0;
      let missedByLoads = 0;
      fc.assert(
        fc.property(
          randomProgram({ threads: size.threads, operations: size.operations + 6 }),
          fc.array(fc.nat(50), { minLength: 1, maxLength: 12 }),
          (source, choices) => {
            const run = scRun(source, choices);
            const monitor = streamed(run, MODELS);
            const collecting = streamed(run, MODELS, { first: 2, most: Infinity, perPlace: 1 });
            for (const model of MODELS) {
              expect(pairs(monitor, model), model).toEqual(bruteForce(run, model));
              expect(pairs(collecting, model), `${model}, dropping writes at once`).toEqual(pairs(monitor, model));
            }
            const forgetful = streamed(run, MODELS, { first: 2, most: 2, perPlace: 1 });
            for (const model of MODELS) {
              const exact = pairs(monitor, model);
              for (const pair of pairs(forgetful, model)) expect(exact).toContain(pair);
              if (forgetful.undecided === 0) expect(pairs(forgetful, model)).toEqual(exact);
            }
            expect(pairs(monitor, 'pso')).toEqual(searched(run, 'pso'));
            const tso = pairs(monitor, 'tso');
            const loads = searched(run, 'tso');
            for (const pair of loads) expect(tso).toContain(pair);
            departures += tso.size;
            missedByLoads += tso.size - loads.size;
          },
        ),
        { numRuns: Math.ceil(PROGRAMS / SMALL_PROGRAMS.length), seed: 19 },
      );
      expect(departures).toBeGreaterThan(0);
      expect(missedByLoads).toBeGreaterThan(0);
      if (PROGRAMS > 300) console.log(`${departures} departures under TSO, ${missedByLoads} of them not by a load`);
    },
  );
});
