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
const CONTROLS = 12;
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
  return [...findings(run)].flatMap(([name, count]) => {
    const rates = baseline.map((known) => (findings(known).get(name) ?? 0) / known.operations);
    const expected = Math.ceil(Math.max(...rates) * run.operations);
    if (expected === 0) return [name];
    return count >= 20 && count >= 10 * expected ? [`${name}, more often`] : [];
  });
}

async function recorded(seed: CachedSeed, from: number, count: number): Promise<MonitoredCached[]> {
  const program = await buildCached(folder, cache, seed);
  const runs: MonitoredCached[] = [];
  for (const each of range(from, count)) runs.push(await monitorCached(program, cache, each, REQUESTS));
  return runs;
}

function reportedByThreadSanitizer(seed: CachedSeed, count: number): string {
  const program = buildForThreadSanitizer(folder, seed);
  if (program === undefined) return '';
  return `${range(0, count).filter(() => isReportedByThreadSanitizer(program, REQUESTS)).length} of ${count}`;
}

/** A row of the table: in how many recordings there is something new. */
function rowOf(seed: CachedSeed, model: string, fresh: readonly (readonly string[])[]): string {
  const having = (what: string): string => `${fresh.filter((all) => all.some((each) => each.startsWith(what))).length}`;
  const counts = new Map<string, number>();
  for (const each of fresh.flat()) counts.set(each, (counts.get(each) ?? 0) + 1);
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  const shown = most === undefined ? '' : `${most[0]} (${most[1]})`;
  const cells = [seed, model, having('tso'), having('pso'), having('rc11'), having('race'), having(''), shown];
  return `| ${[...cells, reportedByThreadSanitizer(seed, RECORDINGS)].join(' | ')} |`;
}

try {
  const known = await recorded('NONE', 1, CONTROLS);
  const further = (await recorded('NONE', 1 + CONTROLS, FURTHER)).map((run) => newFindings(run, known));
  const size = new Set(known.flatMap((run) => [...findings(run).keys()])).size;
  console.log(`without a bug: ${CONTROLS} recordings with ${size} findings, which are the baseline;`);
  console.log(`${FURTHER} further recordings, new findings: ${further.map((each) => each.length).join(', ')}`);
  for (const each of new Set(further.flat())) console.log(`  ${each}`);
  console.log('\n| seed | shown by | TSO | PSO | RC11 | data races | any | a new finding | ThreadSanitizer |');
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |');
  console.log(rowOf('NONE', '', further));
  for (const [seed, model] of Object.entries(CACHED_SEEDS)) {
    if (ONLY.length > 0 && !ONLY.includes(seed)) continue;
    const fresh = (await recorded(seed as CachedSeed, 1, RECORDINGS)).map((run) => newFindings(run, known));
    console.log(rowOf(seed as CachedSeed, model, fresh));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
