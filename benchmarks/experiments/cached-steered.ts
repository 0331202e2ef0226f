import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '@fencepost/c/folders';
import type { SteeredPair } from '@fencepost/recorder';
import { steer } from '@fencepost/recorder';
import type { CachedSeed } from './cached.js';
import { CACHED_SEEDS, buildCached, monitorCached } from './cached.js';

// npm run bench -- cached-steered [RUNS [SEED…]]: how many of the runs fail that are steered by chance, by all pairs of three recordings, and by
// those that no recording without a bug has.
const RUNS = Number(process.argv[2] ?? 100);
const ONLY = process.argv.slice(3);
const RECORDED_REQUESTS = 200;
const STEERED_REQUESTS = 60;
const CONTROLS = 8;
const RECORDINGS = 3;
const folder = mkdtempSync(join(tmpdir(), 'fencepost-cached-'));
const cache = cacheFolder();

async function failures(program: string, model: 'tso' | 'pso', pairs: readonly SteeredPair[]): Promise<string> {
  let failed = 0;
  let first = 0;
  for (let seed = 1; seed <= RUNS; seed++) {
    const command = ['sh', '-c', `exec '${program}' ${STEERED_REQUESTS} 2> /dev/null`];
    const { code, isTooLong } = await steer({ command, model, seed, pairs, milliseconds: 60_000 });
    if (isTooLong || code === 0) continue;
    failed++;
    if (first === 0) first = seed;
  }
  return first === 0 ? '0' : `${failed} (first: ${first})`;
}

try {
  const right = await buildCached(folder, cache, 'NONE');
  const known = { tso: new Set<string>(), pso: new Set<string>() };
  for (let seed = 1; seed <= CONTROLS; seed++) {
    const { pairs } = await monitorCached(right, cache, seed, RECORDED_REQUESTS);
    for (const model of ['tso', 'pso'] as const) for (const name of pairs.get(model)!.keys()) known[model].add(name);
  }
  console.log(`| seed | model | pairs | new pairs | failures by chance, of ${RUNS} | by all pairs | by new pairs |`);
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [seed, model] of Object.entries(CACHED_SEEDS)) {
    if (model === 'rc11' || (ONLY.length > 0 && !ONLY.includes(seed))) continue;
    const program = await buildCached(folder, cache, seed as CachedSeed);
    const found = new Map<string, SteeredPair>();
    for (let from = 1; from <= RECORDINGS; from++) {
      const { pairs } = await monitorCached(program, cache, from, RECORDED_REQUESTS);
      for (const [name, pair] of pairs.get(model)!) found.set(name, pair);
    }
    const all = [...found];
    const fresh = all.filter(([name]) => !known[model].has(name));
    const cells = [seed, model, all.length, fresh.length];
    const pairsOf = (some: typeof all): SteeredPair[] => some.map(([, pair]) => pair);
    const results = [
      await failures(program, model, []),
      await failures(program, model, pairsOf(all)),
      fresh.length === 0 ? '' : await failures(program, model, pairsOf(fresh)),
    ];
    console.log(`| ${[...cells, ...results].join(' | ')} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
