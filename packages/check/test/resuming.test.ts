import type { Program } from '@fencepost/core';
import * as fc from 'fast-check';
import type { ProgramCheck } from '@fencepost/check';
import { load, program, store } from 'fencepost';
import { checkProgram } from '@fencepost/check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { increments, lastZero, readers, relaxedRing, storeBuffering } from '@fencepost/testing';
import type { CheckOptions, SavedCheck } from '../src/check/check-program.js';
import { Check } from '../src/check/check-program.js';
import type { Stop } from '../src/search/searching.js';

const PROGRAMS = [
  () => storeBuffering(10),
  () => readers(11),
  () => lastZero(7),
  () => increments(5),
  () => relaxedRing(9),
];

/** What does not depend on the clock. */
function told(checks: readonly ProgramCheck[]): unknown {
  return JSON.parse(JSON.stringify(checks.map((each) => ({ ...each, seconds: 0 })))) as unknown;
}

/** Stops after each of these numbers of parts, and goes on with another program made in the same way. */
function inPieces(make: () => Program, options: CheckOptions, parts: readonly number[]): ProgramCheck[] {
  let saved: SavedCheck | undefined;
  for (const most of [...parts, Infinity]) {
    const stop: Stop = { reason: undefined };
    const running = new Check(make(), options, stop, saved);
    const searching = running.run();
    let left = most;
    let step = searching.next();
    for (; step.done !== true; step = searching.next()) if (--left <= 0) stop.reason = 'interrupt';
    if (stop.reason === undefined) return step.value;
    saved = JSON.parse(JSON.stringify(running.save())) as SavedCheck;
  }
  throw new Error('unreachable');
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a check that is stopped and resumed elsewhere', { timeout: 120_000 }, () => {
  it.each(PROGRAMS.map((make) => [make().name, make] as const))('has the same result: %s', (_, make) => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.boolean(),
        fc.nat(9),
        (parts, all, races, seed) => {
          const options = { all, races, seed };
          expect(told(inPieces(make, options, parts))).toEqual(told(checkProgram(make(), options)));
        },
      ),
      { numRuns: 6 },
    );
  });

  it('keeps the searches of finished models, however often it is stopped', () => {
    let saved: SavedCheck | undefined;
    for (const most of [Infinity, 1, 1]) {
      const stop: Stop = { reason: undefined };
      const running = new Check(storeBuffering(10), { models: ['sc', 'tso'] }, stop, saved);
      let left = most;
      for (const _ of running.run()) if (--left <= 0 || running.done.length > 0) stop.reason = 'interrupt';
      saved = JSON.parse(JSON.stringify(running.save())) as SavedCheck;
      expect(saved.finished.map(({ model }) => model)).toEqual(['sc']);
      expect(saved.searches.searches['sc']?.findings.results.executions).toBe(2 ** 10 - 1);
    }
  });

  it('has the same result if it is stopped within a part, before or after a finding', () => {
    const options: CheckOptions = { models: ['sc', 'tso'], races: true };
    const whole = told(checkProgram(relaxedRing(9), options));
    // Each execution takes so long that others get a turn after it.
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000));
    for (const executions of [[1], [100, 100], [250, 5, 2]]) {
      expect(told(inPieces(() => relaxedRing(9), options, executions))).toEqual(whole);
    }
  });

  it('has the same result if it is stopped while selecting executions to show', () => {
    const options: CheckOptions = { models: ['tso'], all: true };
    const whole = told(checkProgram(relaxedRing(5), options));
    // The time in which a stopped search may still look is over at once.
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000));
    const steps = [...new Check(relaxedRing(5), options, { reason: undefined }).run()].length;
    expect(steps).toBeGreaterThan(10);
    for (let last = 0; last < steps; last++) {
      expect(told(inPieces(() => relaxedRing(5), options, [steps - last]))).toEqual(whole);
    }
  });

  it('still records that a thread was cut off', () => {
    // Only a reader that sees 0 goes on, and is cut off; that is in the first execution.
    const options: CheckOptions = { models: ['sc'], maxDepth: 1, maxExecutions: 1 };
    const make = (): Program =>
      program('goes on', (p) => {
        const [x, y] = [p.variable('x'), p.variable('y')];
        p.thread('reader', function* () {
          if ((yield load(x)) === 0) for (;;) yield load(y);
        });
        p.thread('writer', function* () {
          yield store(x, 1);
        });
      });
    const running = new Check(make(), options, { reason: undefined });
    for (const searching = running.run(); searching.next().done !== true;);
    const saved = JSON.parse(JSON.stringify(running.save())) as SavedCheck;
    expect(saved.tooDeep).toEqual(['reader']);
    const going = new Check(make(), { models: ['sc'] }, { reason: undefined }, saved).run();
    let step = going.next();
    while (step.done !== true) step = going.next();
    expect(step.value).toMatchObject([{ verdict: 'unknown', incomplete: { stoppedBy: 'limits' } }]);
  });

  it.each([{ preemptions: 5 }, {}])('ends with the findings so far, also with monitors: %o', (options) => {
    const told: number[] = [];
    const [sc] = checkProgram(storeBuffering(12), {
      ...options,
      method: 'monitor',
      maxSeconds: 0,
      onProgress: ({ executions }) => told.push(executions),
    });
    expect(sc).toMatchObject({ verdict: 'unknown', robust: null, incomplete: { stoppedBy: 'time' } });
    expect(told).toHaveLength(1);
    expect(sc!.executions).toBeLessThan(2 ** 12 - 1);
  });

  it('is undecided in between, and reports its progress', () => {
    const stop: Stop = { reason: undefined };
    const running = new Check(storeBuffering(12), { models: ['sc'] }, stop);
    const searching = running.run();
    for (let step = searching.next(); ; step = searching.next()) {
      stop.reason = 'time';
      if (step.done !== true) continue;
      expect(step.value).toMatchObject([{ verdict: 'unknown', robust: null, incomplete: { stoppedBy: 'time' } }]);
      break;
    }
  });
});
