import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SteeredPair, SteeredRun } from '@fencepost/recorder';
import { IDLE_CODE, decompress, record, steer } from '@fencepost/recorder';
import { monitorEvents, openRecording, runOfBinary } from '@fencepost/recording';
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

const run = (program: string, model: string, seed: number, pairs: readonly SteeredPair[] = []): Promise<SteeredRun> =>
  steer({ command: [program], model, seed, pairs, milliseconds: 300_000 });

/** How often each litmus test had its outcome, in some runs. */
async function outcomes(
  program: string,
  model: string,
  pairs: readonly SteeredPair[] = [],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const seed of [1, 2, 3, 4]) {
    const { code, output } = await run(program, model, seed, pairs);
    expect(code).toBe(0);
    for (const line of output.trim().split('\n')) {
      const [name, count] = line.split(' ');
      counts.set(name!, (counts.get(name!) ?? 0) + Number(count));
    }
  }
  return counts;
}

/** The pairs that a monitor finds in some recordings. */
async function pairsOf(program: string): Promise<SteeredPair[]> {
  const found = new Map<string, SteeredPair>();
  for (const seed of [1, 2, 3]) {
    const output = `${program}.fpr`;
    await record({ command: [program], output, seed, scheduler: 'random', depth: 3, cache });
    const recording = openRecording({ open: () => [readFileSync(output)], decompress });
    const { sites } = recording.sites;
    for (const { site, writeSite } of monitorEvents(runOfBinary(recording, output), ['tso']).departures) {
      found.set(`${site} ${writeSite}`, { early: sites[site]!, late: sites[writeSite]! });
    }
  }
  return [...found.values()];
}

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  sc: [],
  tso: ['sb', 'sb+forward'],
  pso: ['2+2w', 'mp', 'mp+memcpy', 'sb', 'sb+forward'],
  // Loads find old values if they are atomic: the fence is the writer's. C11 promises nothing of the reader's dependency.
  rc11: ['mp', 'mp+address', 'mp+fence', 'sb', 'sb+forward'],
  arm64: ['2+2w', 'mp', 'mp+fence', 'mp+memcpy', 'sb', 'sb+forward'],
};
const ALLOWED_PLAIN: typeof ALLOWED = { rc11: [], arm64: ALLOWED['pso']! };
const allowed = (model: string, flags: readonly string[]): readonly string[] =>
  flags.length === 0 ? ALLOWED[model]! : (ALLOWED_PLAIN[model] ?? ALLOWED[model]!);

describe.skipIf(compilers.length === 0).each(compilers)('store buffers of programs compiled with %s', (compiler) => {
  it.each([[[]], [['-DPLAIN']]])(
    'litmus tests %j have the outcomes of their models, and no others',
    async (flags) => {
      const program = await build(compiler, 'programs/litmus.c', flags);
      for (const model of Object.keys(ALLOWED)) {
        const counts = await outcomes(program, model);
        expect(counts.size).toBe(16);
        const seen = [...counts].filter(([, count]) => count > 0).map(([name]) => name);
        expect({ model, seen: seen.toSorted() }).toEqual({ model, seen: allowed(model, flags) });
      }
    },
    300_000,
  );

  it.each(['tso', 'pso', 'arm64'])(
    'litmus tests have the outcomes of %s, and no others, with pairs of any of their operations',
    async (model) => {
      const program = await build(compiler, 'programs/litmus.c');
      await record({ command: [program], output: `${program}.fpr`, seed: 1, scheduler: 'random', depth: 3, cache });
      const { sites } = openRecording({ open: () => [readFileSync(`${program}.fpr`)], decompress }).sites;
      const own = sites.filter(({ module }) => module === program);
      const pairs = own.flatMap((early, i) =>
        [1, 2, 3, 4, 5, 6].map((k) => ({ early, late: own[(i + k) % own.length]! })),
      );
      expect(pairs.length).toBeGreaterThan(200);
      const counts = await outcomes(program, model, pairs);
      const seen = [...counts].filter(([, count]) => count > 0).map(([name]) => name);
      // Loads that are aimed at rarely find a new value first.
      const found = new Set([...seen, ...(model === 'arm64' ? ['mp+fence'] : [])]);
      expect([...found].toSorted()).toEqual(ALLOWED[model]);
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

  it('fails far more often with the pairs of recordings than by chance', async () => {
    let [steered, byChance] = [0, 0];
    for (const fences of [0, 1, 2]) {
      const program = await build(compiler, 'programs/rare.c', [`-DFENCES=${fences}`]);
      const pairs = await pairsOf(program);
      const request = { command: [program], pairs, milliseconds: 60_000 };
      const { counts } = await steer({ ...request, model: 'sc', seed: 1 });
      for (const pair of pairs) expect(counts.pairs.get(pair)!.late).toBe(6);
      const overtaken = new Map<SteeredPair, number>();
      for (let seed = 1; seed <= 30; seed++) {
        const result = await steer({ ...request, model: 'tso', seed, counts });
        for (const [pair, times] of result.overtaken) overtaken.set(pair, times + (overtaken.get(pair) ?? 0));
        if (result.code !== 0) steered++;
        if ((await run(program, 'tso', seed)).code !== 0) byChance++;
      }
      expect(pairs.length).toBeGreaterThan(0);
      for (const pair of pairs) expect(overtaken.get(pair)).toBeGreaterThan(0);
    }
    expect(steered).toBeGreaterThanOrEqual(4 * (byChance + 2));
  }, 300_000);

  it('ends a run in which all threads wait, even if they write what is there', async () => {
    const program = await build(compiler, 'programs/taken.c');
    expect((await run(program, 'tso', 1)).code).toBe(IDLE_CODE);
  }, 60_000);
});
