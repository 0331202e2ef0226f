import { join } from 'node:path';
import { exploreAll, exploreGraphs, exploreSource } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { MODELS, canCompile, compile, corpus, counts, endings, explored } from '@fencepost/testing/compiled';

const msqueue = join(corpus, 'peers', 'msqueue.c');
const treiber = join(corpus, 'peers', 'treiber.c');

// Iterations that changed nothing are no executions of their own: there are fewer executions, but every way to end is
// found that there is if each iteration counts.

describe.skipIf(!canCompile)('waiting in the retry loops of queues and stacks', { timeout: 60_000 }, () => {
  it.each<readonly [string, string, readonly string[], number]>([
    ['msqueue(1,1,2)', msqueue, ['-DP=1', '-DC=1', '-DK=2'], 4],
    ['msqueue(2,1,1)', msqueue, ['-DP=2', '-DC=1', '-DK=1'], 5],
    ['treiber(1,1)', treiber, ['-DR=1', '-DW=1'], 4],
    ['treiber(1,2)', treiber, ['-DR=1', '-DW=2'], 5],
  ])('misses nothing: %s', async (_name, source, flags, unroll) => {
    const waits = await compile(source, { flags });
    const follows = await compile(source, { flags, bounds: { unroll, wait: false } });
    for (const model of MODELS) {
      const all = explored(follows, exploreAll, { model, finals: true });
      const expected = endings(all);
      expect(expected.size).toBeGreaterThan(1);
      for (const explore of [exploreGraphs, exploreSource]) {
        const found = explored(waits, explore, { model, finals: true });
        expect(endings(found)).toEqual(expected);
        expect(found.executions).toBeLessThanOrEqual(all.executions);
      }
    }
    expect(waits.limits!()).toEqual([]);
    expect(follows.limits!()).toEqual([]);
  });

  it.each([
    [2, 24],
    [3, 147],
  ])('without waiting, the queue has as many executions as published: (1,1,%i)', async (k, count) => {
    const program = await compile(msqueue, { flags: [`-DK=${k}`], bounds: { wait: false } });
    expect(counts(program, exploreGraphs)).toEqual([count, count, count]);
  });

  it.each<readonly [string, readonly string[]]>([
    ['(1,1,3)', ['-DK=3']],
    ['(2,2,1)', ['-DP=2', '-DC=2', '-DK=1']],
  ])('misses nothing of larger queues, as graphs: %s', async (_name, flags) => {
    const waits = explored(await compile(msqueue, { flags }), exploreGraphs, { model: 'pso', finals: true });
    const follows = await compile(msqueue, { flags, bounds: { wait: false } });
    expect(endings(waits)).toEqual(endings(explored(follows, exploreGraphs, { model: 'pso', finals: true })));
  });
});
