import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SteeredRun } from '@fencepost/recorder';
import { record, steer } from '@fencepost/recorder';
import { describe, expect, it } from 'vitest';
import { OTHER_RUNTIME_CODE, RUNTIME_VERSION } from '../src/runtime-version.js';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-steer-'));
const cache = path.join(process.env['FENCEPOST_CACHE'] ?? folder);
const has = (name: string): boolean => spawnSync(name, ['--version']).status === 0;
const clang = [22, 21, 20, 19, 18, 17, 16].find((version) => has(`clang-${version}`));
const compilers = [...(has('gcc') ? ['gcc'] : []), ...(clang === undefined ? [] : [`clang-${clang}`])];

async function build(compiler: string, source: string, flags: readonly string[] = []): Promise<string> {
  const program = path.join(mkdtempSync(path.join(folder, 'build-')), 'program');
  const command = [
    compiler,
    '-O1',
    '-w',
    ...flags,
    path.resolve(import.meta.dirname, source),
    '-o',
    program,
    '-pthread',
  ];
  const { code } = await record({ command, output: 'none.fpr', seed: 1, scheduler: 'random', depth: 3, cache });
  expect(code).toBe(0);
  return program;
}

const run = (program: string, model: string, seed: number): Promise<SteeredRun> =>
  steer({ command: [program], model, seed, pairs: [], milliseconds: 300_000 });

/** How often each litmus test had its outcome, in some runs. */
async function outcomes(program: string, model: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const seed of [1, 2, 3, 4]) {
    const { code, output } = await run(program, model, seed);
    expect(code).toBe(0);
    for (const line of output.trim().split('\n')) {
      const [name, count] = line.split(' ');
      counts.set(name!, (counts.get(name!) ?? 0) + Number(count));
    }
  }
  return counts;
}

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  sc: [],
  tso: ['sb', 'sb+forward'],
  pso: ['2+2w', 'mp', 'mp+memcpy', 'sb', 'sb+forward'],
};

describe.skipIf(compilers.length === 0).each(compilers)('store buffers of programs compiled with %s', (compiler) => {
  it.each([[[]], [['-DPLAIN']]])(
    'litmus tests %j have the outcomes of their models, and no others',
    async (flags) => {
      const program = await build(compiler, 'programs/litmus.c', flags);
      for (const model of ['sc', 'tso', 'pso'] as const) {
        const counts = await outcomes(program, model);
        expect(counts.size).toBe(15);
        const seen = [...counts].filter(([, count]) => count > 0).map(([name]) => name);
        expect({ model, seen: seen.toSorted() }).toEqual({ model, seen: ALLOWED[model] });
      }
    },
    300_000,
  );

  it('finds the failure of Dekker in at most 50 runs, and again with the same seed', async () => {
    const program = await build(compiler, '../../../examples/c/dekker.c');
    let seed = 1;
    while (seed <= 50 && (await run(program, 'tso', seed)).code === 0) seed++;
    expect(seed).toBeLessThanOrEqual(50);
    const first = await run(program, 'tso', seed);
    expect(first.output).toContain('Assertion');
    for (let i = 0; i < 3; i++) expect(await run(program, 'tso', seed)).toEqual(first);

    const env = { ...process.env, FENCEPOST_STEER: 'tso', FENCEPOST_RUNTIME: String(RUNTIME_VERSION + 1) };
    expect(spawnSync(program, { env }).status).toBe(OTHER_RUNTIME_CODE);

    const fenced = await build(compiler, '../../../examples/c/dekker.c', ['-DFENCE']);
    for (let i = 1; i <= 50; i++) expect((await run(fenced, i % 2 === 0 ? 'tso' : 'pso', i)).code).toBe(0);
  }, 300_000);
});
