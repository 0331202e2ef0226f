import { Machine, ORDERS, Recorder, traceOf } from '@fencepost/core';
import { racesOf } from '@fencepost/explore';
import { SMALL_PROGRAMS, randomProgram, scRun } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InstructionProgram } from '@fencepost/core';
import { Encoder, sourceOf } from './format/encoder.js';
import { openRecording } from '../src/index.js';
import { RaceMonitor } from '../src/races/race-monitor.js';

const ACQUIRE = ORDERS.indexOf('acquire');
const RELEASE = ORDERS.indexOf('release');

/** Relaxed accesses of the random program become plain, except those of the first variable; failed swaps acquire nothing. */
function withPlainAccesses(source: InstructionProgram): InstructionProgram {
  const plain = (instruction: unknown): unknown => {
    if (Array.isArray(instruction)) return instruction.map(plain);
    if (typeof instruction !== 'object' || instruction === null) return instruction;
    const fields = Object.fromEntries(Object.entries(instruction).map(([key, value]) => [key, plain(value)]));
    const { op, order, address } = fields as { op?: string; order?: string; address?: unknown };
    const isPlain = (op === 'load' || op === 'store') && order === 'relaxed' && address !== 0;
    if (fields['fn'] === 'cas') return { ...fields, failureOrder: 'relaxed' };
    return isPlain ? { ...fields, order: 'plain' } : fields;
  };
  return plain(source) as InstructionProgram;
}

describe('data races of a recording', () => {
  it.each(SMALL_PROGRAMS)('are those of the trace: $threads threads', { timeout: 300_000 }, (size) => {
    let racy = 0;
    fc.assert(
      fc.property(
        randomProgram({ threads: size.threads, operations: size.operations + 8 }),
        fc.array(fc.nat(50), { minLength: 1, maxLength: 12 }),
        (source, choices) => {
          const run = scRun(withPlainAccesses(source), choices);
          const monitor = new RaceMonitor(run.roots);
          run.feed(monitor);
          const machine = new Machine(run.states, 'sc', new Recorder());
          for (const t of run.order) machine.run(t);
          const expected = racesOf(traceOf(run.states, machine.recorder!));
          const pair = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`;
          const known = new Set(expected.map(({ first, second }) => pair(first, second)));
          for (const { site, otherSite } of monitor.races) expect(known).toContain(pair(site, otherSite));
          // A pair of sites is reported for one place only, so places are compared by what was found there first.
          expect(monitor.races.length > 0).toBe(expected.length > 0);
          racy += monitor.races.length;
        },
      ),
      { numRuns: 120, seed: 19 },
    );
    expect(racy).toBeGreaterThan(0);
  });

  it('are not hidden by an attempt to lock that failed', () => {
    const LOCK = 0x5000;
    const DATA = 0x6000;
    const recording = (attempt: (encoder: Encoder) => Encoder): Encoder =>
      attempt(
        new Encoder()
          .outside(DATA, 4, 0n)
          .threads(10, 1)
          .object(LOCK, 1, ACQUIRE)
          .store(DATA, 2, 1n, 0n)
          .object(LOCK, 0, RELEASE)
          .object(LOCK, 1, ACQUIRE)
          .turn(1),
      ).load(DATA, 2, 1n);
    const races = (encoder: Encoder): number => {
      const monitor = new RaceMonitor(1);
      openRecording(sourceOf(encoder.parts())).feed(monitor);
      return monitor.races.length;
    };
    expect(races(recording((encoder) => encoder.failedObject(LOCK)))).toBe(1);
    expect(races(recording((encoder) => encoder.object(LOCK, 2, ACQUIRE)))).toBe(0);
  });
});
