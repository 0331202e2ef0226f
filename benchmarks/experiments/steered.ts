import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '@fencepost/c/folders';
import type { SteeredPair, SteerRequest } from '@fencepost/recorder';
import { steer } from '@fencepost/recorder';
import type { CACHED_MODELS, CachedSeed } from './cached.js';
import { CACHED_SEEDS, buildCached, monitorCached } from './cached.js';
import { SEEDS, buildTextd, monitorTextd, textd } from './textd.js';

// npm run bench -- steered [RUNS [SEED…]]: how many runs fail that are steered by chance, and how many with the pairs of
// three recordings, of two servers with seeded bugs.
const RUNS = Number(process.argv[2] ?? 100);
const ONLY = process.argv.slice(3);
const RECORDED_REQUESTS = 200;
const STEERED_REQUESTS = 60;
const RECORDINGS = 3;
const folder = mkdtempSync(join(tmpdir(), 'fencepost-steered-'));
const cache = cacheFolder();

type Steered = Pick<SteerRequest, 'command' | 'model' | 'pairs'>;

async function cached(seed: CachedSeed, model: (typeof CACHED_MODELS)[number]): Promise<Steered> {
  const program = await buildCached(folder, cache, seed);
  const found = new Map<string, SteeredPair>();
  for (let from = 1; from <= RECORDINGS; from++) {
    const { pairs } = await monitorCached(program, cache, from, RECORDED_REQUESTS);
    for (const pair of pairs.get(model)!.values()) found.set(keyOf(pair), pair);
  }
  const command = ['sh', '-c', `exec '${program}' ${STEERED_REQUESTS} 2> /dev/null`];
  return { command, model, pairs: [...found.values()] };
}

async function textServer(seed: string, model: 'pso' | 'tso'): Promise<Steered> {
  const program = await buildTextd(folder, cache, seed);
  const found = new Map<string, SteeredPair>();
  for (let from = 1; from <= RECORDINGS; from++) {
    const { steered } = await monitorTextd(program, cache, { scheduler: 'random', seed: from });
    for (const pair of steered.get(model)!) found.set(keyOf(pair), pair);
  }
  return { command: textd(program), model, pairs: [...found.values()] };
}

const keyOf = ({ early, late }: SteeredPair): string => `${early.offset} ${late.offset}`;

/** How many runs fail, and how often a pair came about in them. */
async function failures(steered: Steered): Promise<string> {
  const milliseconds = 60_000;
  const { counts } = await steer({ ...steered, model: 'sc', seed: 1, milliseconds });
  let [failed, first, tooLong, overtaken] = [0, 0, 0, 0];
  for (let seed = 1; seed <= RUNS; seed++) {
    const run = await steer({ ...steered, seed, counts, milliseconds });
    for (const times of run.overtaken.values()) overtaken += times;
    if (run.isTooLong) tooLong++;
    if (run.isTooLong || run.code === 0) continue;
    failed++;
    if (first === 0) first = seed;
  }
  const when = first === 0 ? '' : ` (first: ${first})`;
  return `${failed}${when}${tooLong === 0 ? '' : `, ${tooLong} too long`} | ${(overtaken / RUNS).toFixed(1)}`;
}

async function show(name: string, steered: Steered): Promise<void> {
  const byChance = (await failures({ ...steered, pairs: [] })).split(' | ')[0]!;
  console.log(`| ${[name, steered.model, steered.pairs.length, byChance, await failures(steered)].join(' | ')} |`);
}

try {
  console.log(
    `| seed | model | pairs | failures by chance, of ${RUNS} | with pairs | pairs that came about in a run |`,
  );
  console.log('| --- | --- | ---: | ---: | ---: | ---: |');
  const isAsked = (seed: string): boolean => ONLY.length === 0 || ONLY.includes(seed);
  for (const [seed, { model }] of Object.entries(CACHED_SEEDS)) {
    if (isAsked(seed)) await show(seed, await cached(seed as CachedSeed, model));
  }
  for (const { name, model } of SEEDS) if (isAsked(name)) await show(name, await textServer(name, model));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
