import type { ModelName } from '@fencepost/core';
import { fromInstructions } from '@fencepost/core';
import { toTheEnd } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { TimedCheck } from '../src/index.js';

/** Enough threads write and read that no search of them ends soon. */
const LARGE = fromInstructions({
  name: 'large',
  threads: Array.from({ length: 9 }, (_, i) => ({
    name: `T${i}`,
    instructions: [
      { op: 'store', address: 0, value: i },
      { op: 'load', to: 0, address: 0 },
      { op: 'store', address: 1, value: i },
    ],
  })),
});
const SECONDS = 2;

describe('the time limit of a check', () => {
  it('is given to the models that need it', () => {
    // The second and third have nothing to explore, as they were finished before.
    const models: ModelName[] = ['tso', 'sc', 'pso'];
    const first = new TimedCheck(LARGE, { models }, { reason: undefined }, { seconds: 0.05, tests: false });
    const [, sc, pso] = toTheEnd(first.search());
    const saved = first.check.save()!;
    const isDone = { incomplete: null };
    const resumed = { ...saved, finished: [sc!, pso!].map((each) => ({ ...each, ...isDone })) };
    const stop = { reason: undefined };
    const started = performance.now();
    const timed = new TimedCheck(LARGE, { models }, stop, { seconds: SECONDS, tests: false, saved: resumed });
    const [tso] = toTheEnd(timed.search());
    const seconds = (performance.now() - started) / 1000;
    expect(tso!.incomplete?.stoppedBy).toBe('time');
    // A third of the time was its part.
    expect(tso!.seconds).toBeGreaterThan(0.75 * SECONDS);
    expect(seconds).toBeLessThan(2 * SECONDS);
  });

  it('is not exceeded where all need it', () => {
    const models: ModelName[] = ['sc', 'tso'];
    const timed = new TimedCheck(LARGE, { models }, { reason: undefined }, { seconds: 1, tests: false });
    const started = performance.now();
    const checks = toTheEnd(timed.search());
    expect(performance.now() - started).toBeLessThan(2500);
    expect(checks.map(({ incomplete }) => incomplete?.stoppedBy)).toEqual(['time', 'time']);
    expect(checks.every(({ executions }) => executions > 0)).toBe(true);
  });
});
