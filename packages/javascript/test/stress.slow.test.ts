import { describe, expect, it } from 'vitest';
import { compare } from '../../../benchmarks/stress/compare.js';
import type { Litmus } from '../../../benchmarks/stress/litmus.js';
import { nameOf } from '../../../benchmarks/stress/litmus.js';
import { allowedOutcomes } from '../../../benchmarks/stress/model.js';
import { bodyOf, stress } from '../../../benchmarks/stress/run.js';
import { shapes } from '../../../benchmarks/stress/shapes.js';
import { rowOf } from '../../../benchmarks/stress/table.js';

const ROUNDS = 1_000_000;

function named(name: string): Litmus {
  return shapes.find((litmus) => nameOf(litmus) === name)!;
}

describe('the model of the stress tests', () => {
  it('allows on x64 the outcomes that store buffers explain, and nothing else that is not sequentially consistent', () => {
    const weak = shapes.flatMap((litmus) => {
      const sc = allowedOutcomes(litmus, 'sc');
      return [...allowedOutcomes(litmus, 'tso')]
        .filter((outcome) => !sc.has(outcome))
        .map((outcome) => `${nameOf(litmus)}: ${outcome}`);
    });
    expect(weak).toEqual(['SB plain: r0=0 r1=0', 'SB plain store, Atomics.load: r0=0 r1=0', 'R plain: r0=0 y=2']);
  });

  it('runs the tests it describes', () => {
    expect(bodyOf(named('SB plain'), 0)).toBe('view[x] = 1;\nconst r0 = view[y];\nresults[0 + round] = r0;');
    expect(bodyOf(named('MP plain data, Atomics flag'), 1)).toBe(
      [
        'const r0 = Atomics.load(view, y);',
        'const r1 = view[x];',
        'results[0 + round] = r0;',
        'results[1000 + round] = r1;',
      ].join('\n'),
    );
    expect(bodyOf(named('R Atomics'), 0)).toBe('Atomics.store(view, x, 1);\nAtomics.store(view, y, 1);');
  });

  it('notices forbidden, missing and weak outcomes', () => {
    const seen = new Map([
      ['r0=0 r1=0', 5],
      ['r0=1 r1=0', 1],
    ]);
    expect(compare(named('MP plain'), seen)).toMatchObject({
      forbidden: ['r0=1 r1=0'],
      unseen: ['r0=0 r1=1', 'r0=1 r1=1'],
      weak: ['r0=1 r1=0'],
    });
    expect(compare(named('SB plain'), seen)).toMatchObject({ forbidden: [], weak: ['r0=0 r1=0'] });
  });
});

// TSO is the model of x64. What is allowed need not be seen: that takes two cores that have time.
describe.skipIf(process.arch !== 'x64')('real workers', () => {
  const tests = shapes.filter(({ shape }) => shape === 'SB' || shape === 'MP');

  it.each(tests.map((litmus) => [nameOf(litmus), litmus] as const))(
    '%s: TSO forbids nothing seen',
    async (_, litmus) => {
      const begin = performance.now();
      const histogram = await stress(litmus, ROUNDS);
      const comparison = compare(litmus, histogram);
      console.log(rowOf(comparison, (performance.now() - begin) / 1000));
      expect([...histogram.values()].reduce((sum, count) => sum + count, 0)).toBe(ROUNDS);
      expect(comparison.forbidden).toEqual([]);
    },
  );

  it('leave the last values in the cells that are looked at', async () => {
    const litmus = named('2+2W plain');
    expect(compare(litmus, await stress(litmus, 10_000)).forbidden).toEqual([]);
  });
});
