import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODELS, SEEDS, buildTextd, monitorTextd } from '../benchmarks/experiments/textd.js';

// The quick part of `npm run bench -- seeded`.

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-seeded-'));
const cache = process.env['FENCEPOST_CACHE'] ?? folder;
const hasCompiler = spawnSync('cc', ['--version']).status === 0;
const MOST_RECORDINGS = 20;

describe.skipIf(!hasCompiler)('the monitor of recordings, on a larger program', () => {
  it('reports nothing while it is correct', { timeout: 300_000 }, async () => {
    const program = await buildTextd(folder, cache, 'NONE');
    for (const seed of [1, 2]) {
      const { operations, races, pairs } = await monitorTextd(program, cache, { scheduler: 'random', seed });
      expect(operations).toBeGreaterThan(20_000);
      expect(races).toBe(0);
      for (const model of MODELS) expect([...pairs.get(model)!]).toEqual([]);
    }
  });

  // Its writer's data is on the stack, and written without hooks: that is no fence.
  it.each(SEEDS.filter(({ name }) => name === 'SEQLOCK'))(
    'finds the lines of $name',
    { timeout: 300_000 },
    async (seed) => {
      const program = await buildTextd(folder, cache, seed.name);
      for (let run = 1; run <= MOST_RECORDINGS; run++) {
        const { pairs } = await monitorTextd(program, cache, { scheduler: 'random', seed: run });
        if (seed.pairs.some((pair) => pairs.get(seed.model)!.has(pair))) return;
      }
      expect.fail(`not found in ${MOST_RECORDINGS} recordings`);
    },
  );
});
