import { describe, expect, it } from 'vitest';
import {
  COUNTED_MODELS,
  GRAPH_MODELS,
  retryingThreads,
  toldByOracle,
  withRetries,
  withoutRetries,
} from '@fencepost/testing';

/** FENCEPOST_RETRYING compares as many as you like: npm run campaign -- retries. */
const PROGRAMS = Number(process.env['FENCEPOST_RETRYING'] ?? 150);
/** FENCEPOST_RETRYING_SEED: the seed of the first program. */
const FIRST = Number(process.env['FENCEPOST_RETRYING_SEED'] ?? 0);
const MOST_EXECUTIONS = 2000;
/** The oracle is slow. */
const MOST_OF_ORACLE = 100;

describe('executions with retries', { timeout: 20_000 + 3000 * PROGRAMS }, () => {
  it(`tell nothing that others do not tell: ${PROGRAMS} random programs`, () => {
    let compared = 0;
    let fewer = 0;
    let assumed = 0;
    let refused = 0;
    let notRobust = 0;
    for (let seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
      const { program, text } = retryingThreads(seed);
      for (const model of GRAPH_MODELS) {
        const all = withRetries(program, model, MOST_EXECUTIONS);
        if (all === undefined) continue;
        const less = withoutRetries(program, model, 3 * MOST_EXECUTIONS)!;
        expect(less.told, `seed ${seed} under ${model}:\n${text}`).toEqual(all.told);
        compared++;
        if (less.found.executions < all.found.executions) fewer++;
        const { stores } = less;
        if (stores.any) assumed++;
        if (stores.toJSON().refused.length > 0) refused++;
        if (!all.told.robust) notRobust++;
        if (!COUNTED_MODELS.includes(model) || all.found.executions > MOST_OF_ORACLE) continue;
        const { racy: _, ...told } = less.told;
        expect(told, `the oracle, seed ${seed} under ${model}:\n${text}`).toEqual(toldByOracle(program, model));
      }
    }
    // Each kind of case occurs.
    expect(compared).toBeGreaterThan(4 * PROGRAMS);
    expect(fewer).toBeGreaterThan(PROGRAMS);
    expect(assumed).toBeGreaterThan(PROGRAMS / 2);
    expect(refused).toBeGreaterThan(PROGRAMS / 10);
    expect(notRobust).toBeGreaterThan(PROGRAMS / 10);
  });

  it('of stores before which another thread has written are kept if SC may be violated', () => {
    // Found by comparison: the second of two stores of an attempt overwrites a store of the other thread.
    const { program } = retryingThreads(3492);
    const all = withRetries(program, 'pso', 10_000)!;
    expect(all.told.robust).toBe(false);
    expect(withoutRetries(program, 'pso', 10_000)!.told).toEqual(all.told);
  });
});
