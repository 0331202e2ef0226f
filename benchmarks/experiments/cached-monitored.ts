import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '@fencepost/c/folders';
import type { CachedSeed, MonitoredCached } from './cached.js';
import {
  CACHED_MODELS,
  CACHED_SEEDS,
  buildCached,
  buildForThreadSanitizer,
  isReportedByThreadSanitizer,
  monitorCached,
} from './cached.js';

// npm run bench -- cached [REQUESTS [SEED…]]: a cache server with one of twelve bugs. In how many recordings does the monitor find something that
// none of the recordings without a bug has? Beside it ThreadSanitizer, in as many runs.
const REQUESTS = Number(process.argv[2] ?? 600);
const ONLY = process.argv.slice(3);
const RECORDINGS = 4;
const CONTROLS = 40;
const FURTHER = 4;
const folder = mkdtempSync(join(tmpdir(), 'fencepost-cached-'));
const cache = cacheFolder();
const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

/** How often each finding occurs, with the model it belongs to. */
function findings({ pairs, races }: MonitoredCached): Map<string, number> {
  return new Map([
    ...CACHED_MODELS.flatMap((model) =>
      [...pairs.get(model)!].map(([name, { count }]) => [`${model}: ${name}`, count] as const),
    ),
    ...[...races].map((name) => [`race: ${name}`, 1] as const),
  ]);
}

/** Findings that the recordings without a bug do not have, or far more rarely: the rule of `monitor --baseline`. */
function newFindings(run: MonitoredCached, baseline: readonly MonitoredCached[]): string[] {
  const operations = baseline.reduce((sum, known) => sum + known.operations, 0);
  return [...findings(run)].flatMap(([name, count]) => {
    const counts = baseline.map((known) => findings(known).get(name) ?? 0);
    const rates = counts.map((known, i) => known / baseline[i]!.operations);
    const most = Math.ceil(Math.max(...rates) * run.operations);
    if (most === 0) return [name];
    const expected = Math.ceil((counts.reduce((sum, known) => sum + known, 0) / operations) * run.operations);
    return count >= 20 && count >= 10 * expected && count >= 3 * most ? [`${name}, more often`] : [];
  });
}

async function recorded(seed: CachedSeed, from: number, count: number): Promise<MonitoredCached[]> {
  const program = await buildCached(folder, cache, seed);
  const runs: MonitoredCached[] = [];
  for (const each of range(from, count)) runs.push(await monitorCached(program, cache, each, REQUESTS));
  return runs;
}

function reportedByThreadSanitizer(seed: CachedSeed): string {
  const program = buildForThreadSanitizer(folder, seed);
  if (program === undefined) return '';
  return String(range(0, RECORDINGS).filter(() => isReportedByThreadSanitizer(program, REQUESTS)).length);
}

/** A row of the table: in how many recordings there is something new, and what most of them have. */
function rowOf(seed: CachedSeed, weakened: string, model: string, fresh: readonly (readonly string[])[]): string {
  const having = (what: string): string => `${fresh.filter((all) => all.some((each) => each.startsWith(what))).length}`;
  const counts = new Map<string, number>();
  for (const each of fresh.flat()) counts.set(each, (counts.get(each) ?? 0) + 1);
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  const found = [having('tso'), having('pso'), having('rc11'), having('race'), having('')];
  return `| ${[seed, weakened, model, ...found, reportedByThreadSanitizer(seed), most?.[0] ?? ''].join(' | ')} |`;
}

try {
  const known = await recorded('NONE', 1, CONTROLS);
  const further = (await recorded('NONE', 1 + CONTROLS, FURTHER)).map((run) => newFindings(run, known));
  const size = new Set(known.flatMap((run) => [...findings(run).keys()])).size;
  console.log(`without a bug: ${CONTROLS} recordings with ${size} findings, which are the baseline;`);
  console.log(`${FURTHER} further recordings, new findings: ${further.map((each) => each.length).join(', ')}`);
  for (const each of new Set(further.flat())) console.log(`  ${each}`);
  console.log(
    '\n| Seed | What is weakened | Shown by | TSO | PSO | RC11 | Races | Any | ThreadSanitizer | A finding |',
  );
  console.log('| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |');
  console.log(rowOf('NONE', 'nothing', '', further));
  for (const [seed, { model, weakened }] of Object.entries(CACHED_SEEDS)) {
    if (ONLY.length > 0 && !ONLY.includes(seed)) continue;
    const fresh = (await recorded(seed as CachedSeed, 1, RECORDINGS)).map((run) => newFindings(run, known));
    console.log(rowOf(seed as CachedSeed, weakened, model.toUpperCase(), fresh));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
