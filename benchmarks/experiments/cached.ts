import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelName } from '@fencepost/core';
import type { SteeredPair } from '@fencepost/recorder';
import { record } from '@fencepost/recorder';
import { monitorEvents, retriedPairs } from '@fencepost/recording';
import { REPOSITORY } from '../repository.js';
import { openFile } from './open-file.js';

// A cache server with twelve bugs that can be put into it: see cached/cached.c.

export const CACHED_SOURCE = join(REPOSITORY, 'benchmarks', 'experiments', 'cached', 'cached.c');
export const CACHED_MODELS = ['tso', 'pso', 'rc11'] as const satisfies readonly ModelName[];

/** What is weakened, and the strongest model that shows it; what TSO shows, PSO and RC11 show, too. */
export const CACHED_SEEDS = {
  EPOCH: { model: 'tso', weakened: 'no fence after "I read"' },
  EVENTCOUNT: { model: 'tso', weakened: 'no fences around "I sleep"' },
  BIASED: { model: 'tso', weakened: 'no fences in a lock that is biased to one thread' },
  MPMC: { model: 'pso', weakened: 'a slot is published relaxed' },
  UNLOCK: { model: 'pso', weakened: 'a spin lock is given back relaxed' },
  TREIBER: { model: 'pso', weakened: 'a buffer is pushed relaxed' },
  SEQWRITE: { model: 'pso', weakened: 'no fence after the odd version' },
  MPMC_LOAD: { model: 'rc11', weakened: 'the turn of a slot is read relaxed' },
  DCL: { model: 'rc11', weakened: 'a lazily made object is read relaxed' },
  SEQREAD: { model: 'rc11', weakened: 'no fence before the second look' },
  FLAGPAIR: { model: 'rc11', weakened: 'a flag is read relaxed, then the data' },
  REFCOUNT: { model: 'rc11', weakened: 'the last reference is dropped relaxed' },
} as const satisfies Readonly<
  Record<string, { readonly model: (typeof CACHED_MODELS)[number]; readonly weakened: string }>
>;

export type CachedSeed = keyof typeof CACHED_SEEDS | 'NONE';

/** What a monitor finds in a recording, without what would only be tried again: by model, and for races; each finding by the comments of its lines. */
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
    ...{ command: ['cc', '-O1', '-w', `-DSEED=${seed}`, CACHED_SOURCE, '-o', program, '-pthread'], cache, seed: 1 },
    ...{ output: join(folder, 'none.fpr'), scheduler: 'random' as const, depth: 3 },
  });
  if (code !== 0) throw new Error(`${CACHED_SOURCE}: the compiler ends with exit code ${code}`);
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
  const retried = retriedPairs(run, departures);
  for (const pair of departures) {
    if (retried.has(pair)) continue;
    const { model, site, writeSite, count } = pair;
    const name = `${accessAt(run.siteOf(site))} before ${accessAt(run.siteOf(writeSite))}`;
    const before = pairs.get(model)!.get(name)?.count ?? 0;
    pairs.get(model)!.set(name, { early: sites[site]!, late: sites[writeSite]!, count: before + count });
  }
  const raceNames = races.map(({ site, otherSite }) =>
    [accessAt(run.siteOf(site)), accessAt(run.siteOf(otherSite))].toSorted().join(' and '),
  );
  return { operations, pairs, races: new Set(raceNames) };
}

/** Compiles it, or another program, for ThreadSanitizer; undefined if the compiler has none. */
export function buildForThreadSanitizer(
  folder: string,
  seed: string,
  { source = CACHED_SOURCE, flag = `-DSEED=${seed}` }: { readonly source?: string; readonly flag?: string } = {},
): string | undefined {
  const program = join(folder, `tsan-${seed}`);
  const flags = ['-O1', '-g', '-w', '-fsanitize=thread', flag, source, '-o', program, '-pthread'];
  return spawnSync('cc', flags).status === 0 ? program : undefined;
}

/** Whether ThreadSanitizer reports something in a run. */
export function isReportedByThreadSanitizer(program: string, argument: number | string): boolean {
  const { stderr } = spawnSync(program, [String(argument)], { encoding: 'utf8', timeout: 120_000 });
  return stderr.includes('WARNING: ThreadSanitizer');
}

const lines = readFileSync(CACHED_SOURCE, 'utf8').split('\n');

/** The comment of its line, or else the line; with the column, as a line can have several accesses. */
function accessAt(site: { readonly line: number; readonly column?: number } | undefined): string {
  if (site === undefined) return '?';
  const text = lines[site.line - 1] ?? '';
  return `${/ \/\/ (.*)$/.exec(text)?.[1] ?? `line ${site.line}`}${site.column === undefined ? '' : ` @${site.column}`}`;
}
