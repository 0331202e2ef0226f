import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelName } from '@fencepost/core';
import type { SteeredPair } from '@fencepost/recorder';
import { record } from '@fencepost/recorder';
import { monitorEvents } from '@fencepost/recording';
import { REPOSITORY } from '../repository.js';
import { openFile } from './open-file.js';

// A cache server with twelve bugs that can be put into it: see cached/cached.c.

const SOURCE = join(REPOSITORY, 'benchmarks', 'experiments', 'cached', 'cached.c');
export const CACHED_MODELS = ['tso', 'pso', 'rc11'] as const satisfies readonly ModelName[];

/** The weakest machine that has the bug; what TSO shows, PSO and RC11 show, too. */
export const CACHED_SEEDS = {
  EPOCH: 'tso',
  EVENTCOUNT: 'tso',
  BIASED: 'tso',
  MPMC: 'pso',
  UNLOCK: 'pso',
  TREIBER: 'pso',
  SEQWRITE: 'pso',
  MPMC_LOAD: 'rc11',
  DCL: 'rc11',
  SEQREAD: 'rc11',
  FLAGPAIR: 'rc11',
  REFCOUNT: 'rc11',
} as const satisfies Readonly<Record<string, (typeof CACHED_MODELS)[number]>>;

export type CachedSeed = keyof typeof CACHED_SEEDS | 'NONE';

/** What a monitor finds in a recording: by model, and for races; each finding by the comments of its lines. */
export interface MonitoredCached {
  readonly operations: number;
  readonly pairs: ReadonlyMap<ModelName, ReadonlyMap<string, CountedPair>>;
  readonly races: ReadonlySet<string>;
}

interface CountedPair extends SteeredPair {
  readonly count: number;
}

export async function buildCached(folder: string, cache: string, seed: CachedSeed): Promise<string> {
  const program = join(folder, `cached-${seed}`);
  const { code } = await record({
    ...{ command: ['cc', '-O1', '-w', `-DSEED=${seed}`, SOURCE, '-o', program, '-pthread'], cache, seed: 1 },
    ...{ output: join(folder, 'none.fpr'), scheduler: 'random' as const, depth: 3 },
  });
  if (code !== 0) throw new Error(`${SOURCE}: the compiler ends with exit code ${code}`);
  return program;
}

/** Records a run with so many requests of each client, and has it monitored. */
export async function monitorCached(
  program: string,
  cache: string,
  seed: number,
  requests: number,
): Promise<MonitoredCached> {
  const output = `${program}.fpr`;
  const command = [program, String(requests)];
  const { code, recordings } = await record({ command, output, cache, seed, scheduler: 'random', depth: 3 });
  if (code !== 0 || recordings.length !== 1) throw new Error(`${program} ends with exit code ${code}`);
  const { run, sites } = openFile(output);
  const { operations, races, departures } = monitorEvents(run, CACHED_MODELS);
  const pairs = new Map<ModelName, Map<string, CountedPair>>(CACHED_MODELS.map((model) => [model, new Map()]));
  for (const { model, site, writeSite, count } of departures) {
    const name = `${accessAt(run.siteOf(site))} before ${accessAt(run.siteOf(writeSite))}`;
    const before = pairs.get(model)!.get(name)?.count ?? 0;
    pairs.get(model)!.set(name, { early: sites[site]!, late: sites[writeSite]!, count: before + count });
  }
  const raceNames = races.map(({ site, otherSite }) =>
    [accessAt(run.siteOf(site)), accessAt(run.siteOf(otherSite))].toSorted().join(' and '),
  );
  return { operations, pairs, races: new Set(raceNames) };
}

/** Compiles it for ThreadSanitizer; undefined if the compiler has none. */
export function buildForThreadSanitizer(folder: string, seed: CachedSeed): string | undefined {
  const program = join(folder, `cached-tsan-${seed}`);
  const flags = ['-O1', '-g', '-w', '-fsanitize=thread', `-DSEED=${seed}`, SOURCE, '-o', program, '-pthread'];
  return spawnSync('cc', flags).status === 0 ? program : undefined;
}

/** Whether ThreadSanitizer reports something in a run. */
export function isReportedByThreadSanitizer(program: string, requests: number): boolean {
  const { stderr } = spawnSync(program, [String(requests)], { encoding: 'utf8', timeout: 120_000 });
  return stderr.includes('WARNING: ThreadSanitizer');
}

const lines = readFileSync(SOURCE, 'utf8').split('\n');

/** The comment of its line, or else the line; with the column, as a line can have several accesses. */
function accessAt(site: { readonly line: number; readonly column?: number } | undefined): string {
  if (site === undefined) return '?';
  const text = lines[site.line - 1] ?? '';
  return `${/ \/\/ (.*)$/.exec(text)?.[1] ?? `line ${site.line}`}${site.column === undefined ? '' : ` @${site.column}`}`;
}
