import { join } from 'node:path';
import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, UnseenStores } from '@fencepost/core';
import type { GraphExploration } from '@fencepost/explore';
import { exploreGraphs } from '@fencepost/explore';
import type { Told } from '@fencepost/testing';
import { followingRetries, toldBy } from '@fencepost/testing';
import { describe, expect, it } from 'vitest';
import { canCompile, compile, corpus, file, settled } from '@fencepost/testing/compiled';
import { retryingProgram } from './retrying-programs.js';

/** All models of the graph explorer. */
const GRAPH_MODELS = ['sc', 'tso', 'pso', 'rc11', 'arm64'] as const satisfies readonly ModelName[];

/** FENCEPOST_RETRIES compares as many as you like. */
const PROGRAMS = Number(process.env['FENCEPOST_RETRIES'] ?? 12);
const MOST_EXECUTIONS = 30_000;

function explore(program: Program, model: ModelName, unseen = new UnseenStores()): GraphExploration {
  return settled(program, () => {
    const states = new LocalStates(program);
    states.unseen = unseen;
    return exploreGraphs(states, { model, finals: true, races: true, budget: MOST_EXECUTIONS });
  });
}

/** Undefined: too large to compare. */
function told(program: Program, model: ModelName): Told | undefined {
  const found = explore(program, model);
  return found.rest.length > 0 || found.states.limits(model).length > 0 ? undefined : toldBy(found, found.racy);
}

describe.skipIf(!canCompile)('a read that only repeats an earlier one', { timeout: 120_000 }, () => {
  it.each(GRAPH_MODELS)('adds no execution under %s', async (model) => {
    const program = await compile(join(corpus, 'loops/refreshes.c'), { flags: ['-DN=4'] });
    expect(explore(program, model).executions).toBe(24);
    expect(explore(followingRetries(program), model).executions).toBeGreaterThan(24);
  });

  it('adds one if it is weaker than the earlier one', async () => {
    const [relaxed, acquire] = await Promise.all(
      [[], ['-DACQUIRE']].map((flags) => compile(join(corpus, 'loops/refreshes.c'), { flags: ['-DN=3', ...flags] })),
    );
    expect(explore(relaxed!, 'rc11').executions).toBe(6);
    expect(explore(acquire!, 'rc11').executions).toBeGreaterThan(6);
  });

  it.each(['', '-DREADS_AGAIN'])('adds no execution if only unseen stores are in between: %s', async (flag) => {
    const flags = flag === '' ? [] : [flag];
    const program = await compile(join(corpus, 'loops/pushes.c'), { flags });
    for (const model of GRAPH_MODELS) {
      const unseen = new UnseenStores();
      expect(explore(program, model, unseen).executions, model).toBe(270);
      const { assumed, refused } = unseen.toJSON();
      expect(assumed).toEqual([expect.stringContaining('pushes.c')]);
      // The search for races also notes which places have plain accesses.
      expect(refused.filter((fact) => !fact.startsWith('atomic '))).toEqual([]);
    }
    const small = await compile(join(corpus, 'loops/pushes.c'), { flags: ['-DN=2', ...flags] });
    const fewer = explore(small, 'sc').executions;
    expect(explore(followingRetries(small), 'sc').executions).toBeGreaterThan(fewer);
  });

  it.each(['push, look, write', 'look, push, write', 'write, look, push', 'look, write, push'])(
    'adds executions if another thread can see these stores: %s',
    async (order) => {
      for (const more of [[], ['-DTHEN_WRITES']]) {
        const program = await compile(join(corpus, 'loops/pushes_seen.c'), { flags: [`-DORDER=${order}`, ...more] });
        for (const model of GRAPH_MODELS) {
          const unseen = new UnseenStores();
          expect(explore(program, model, unseen).failures, model).toHaveLength(1);
          expect(unseen.any).toBe(false);
          expect(told(program, model)).toEqual(told(followingRetries(program), model));
        }
      }
    },
  );

  it('adds executions if reads in between could violate SC', async () => {
    const program = await compile(join(corpus, 'loops/refreshes_between.c'));
    const violations = GRAPH_MODELS.map((model) => explore(program, model).nonSequential > 0);
    expect(violations).toEqual(
      GRAPH_MODELS.map((model) => explore(followingRetries(program), model).nonSequential > 0),
    );
    expect(violations).toEqual([false, false, true, true, true]);
  });

  it('is still examined: it may violate SC', async () => {
    const program = await compile(join(corpus, 'loops/refreshes_seen.c'));
    const { executions, blocked, nonSequential } = explore(program, 'tso');
    expect({ executions, blocked, nonSequential }).toEqual({ executions: 3, blocked: 2, nonSequential: 1 });
  });

  it(
    `can be skipped without changing results: ${PROGRAMS} random programs`,
    { timeout: 20_000 * PROGRAMS },
    async () => {
      let compared = 0;
      let fewer = 0;
      for (let seed = 0; seed < PROGRAMS; seed++) {
        const text = retryingProgram(seed);
        const program = await compile(file('retrying.c', text));
        for (const model of GRAPH_MODELS) {
          const all = told(followingRetries(program), model);
          if (all === undefined) continue;
          compared++;
          expect(told(program, model), `seed ${seed} under ${model}:\n${text}`).toEqual(all);
          if (explore(program, model).executions < explore(followingRetries(program), model).executions) fewer++;
        }
      }
      expect(compared).toBeGreaterThan(4 * PROGRAMS);
      expect(fewer).toBeGreaterThan(PROGRAMS / 2);
    },
  );

  it('is recognised, as states do not hold dead values', async () => {
    const program = await compile(join(corpus, 'peers/fib.c'), { flags: ['-DK=4'] });
    const { states, executions } = explore(program, 'tso');
    expect(executions).toBe(1764);
    expect(states.size).toBeLessThan(400);
  });
});
