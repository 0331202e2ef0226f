import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ModelName } from '@fencepost/core';
import type { RecordRequest, SteeredPair } from '@fencepost/recorder';
import { record } from '@fencepost/recorder';
import { monitorEvents } from '@fencepost/recording';
import { REPOSITORY } from '../repository.js';
import { openFile } from './open-file.js';

const SOURCES = join(REPOSITORY, 'benchmarks', 'experiments', 'seeded');
export const MODELS = ['tso', 'pso'] as const satisfies readonly ModelName[];
const DOCUMENTS = '40';

/** A bug that can be put into the text server. */
export interface Seed {
  readonly name: string;
  /** The model that shows it: what TSO shows, PSO shows, too. */
  readonly model: (typeof MODELS)[number];
  /** Pairs that tell of it, by the comments of their lines. */
  readonly pairs: readonly string[];
}

export const SEEDS: readonly Seed[] = [
  {
    ...{ name: 'DEQUE', model: 'tso' },
    pairs: ['looks for thieves before steals the first task', 'looks for the owner before claims the last task'],
  },
  {
    ...{ name: 'HAZARD', model: 'tso' },
    pairs: ['looks a second time before replaces it', 'looks for readers before says: I read it'],
  },
  {
    ...{ name: 'PARKING', model: 'tso' },
    pairs: ['looks for sleepers before says: asleep', 'looks for any slot before publishes the slot'],
  },
  { name: 'RING', model: 'pso', pairs: ['takes from the slot before fills the slot'] },
  { name: 'SEQLOCK', model: 'pso', pairs: ['was it written? before begins to write'] },
  { name: 'POOL', model: 'pso', pairs: ['follows the link before links the buffer'] },
];

/** What monitors say of a recorded run. */
export interface MonitoredTextd {
  readonly operations: number;
  readonly races: number;
  /** `operation before write`, by the comments of their lines, or by the lines if they have none. */
  readonly pairs: ReadonlyMap<ModelName, ReadonlySet<string>>;
  /** The same, by the lines. */
  readonly lines: ReadonlyMap<string, string>;
  readonly steered: ReadonlyMap<ModelName, readonly SteeredPair[]>;
}

/** Compiles it for the recorder, with the bug of this name. */
export async function buildTextd(folder: string, cache: string, seed: string): Promise<string> {
  const program = join(folder, `textd-${seed}`);
  const sources = readdirSync(SOURCES).filter((name) => name.endsWith('.c'));
  const files = sources.toSorted().map((name) => join(SOURCES, name));
  const command = ['cc', '-O1', '-w', `-DSEED_${seed}`, ...files, '-o', program, '-pthread'];
  const { code } = await record({ command, output: join(folder, 'none.fpr'), ...defaults(cache), seed: 1 });
  if (code !== 0) throw new Error(`${command.join(' ')} ends with exit code ${code}`);
  return program;
}

/** The command to run it. */
export function textd(program: string): string[] {
  return ['sh', '-c', `exec '${program}' ${DOCUMENTS} > /dev/null`];
}

/** Records a run, and has it monitored. */
export async function monitorTextd(
  program: string,
  cache: string,
  how: Pick<RecordRequest, 'scheduler' | 'seed'>,
): Promise<MonitoredTextd> {
  const output = `${program}.fpr`;
  const { code, recordings } = await record({ command: textd(program), output, ...defaults(cache), ...how });
  if (code !== 0 || recordings.length !== 1) throw new Error(`${program} ends with exit code ${code}`);
  const { run, sites } = openFile(output);
  const { operations: events, races, departures } = monitorEvents(run, MODELS);
  const lines = new Map<string, string>();
  const pairs = new Map<ModelName, Set<string>>(MODELS.map((model) => [model, new Set()]));
  const steered = new Map<ModelName, SteeredPair[]>(MODELS.map((model) => [model, []]));
  for (const { model, site, writeSite } of departures) {
    const [operation, write] = [lineAt(run.siteOf(site)), lineAt(run.siteOf(writeSite))];
    const pair = `${operation.comment} before ${write.comment}`;
    lines.set(pair, `${operation.line} before ${write.line}`);
    pairs.get(model)!.add(pair);
    steered.get(model)!.push({ early: sites[site]!, late: sites[writeSite]! });
  }
  return { operations: events, races: races.length, pairs, lines, steered };
}

function defaults(cache: string): Pick<RecordRequest, 'scheduler' | 'depth' | 'cache'> {
  return { scheduler: 'random', depth: 3, cache };
}

interface Line {
  readonly line: string;
  readonly comment: string;
}

function lineAt(site: { readonly file: string; readonly line: number } | undefined): Line {
  if (site === undefined) return { line: '?', comment: '?' };
  const name = basename(site.file);
  const line = `${name}:${site.line}`;
  const text = readFileSync(join(SOURCES, name), 'utf8').split('\n')[site.line - 1] ?? '';
  return { line, comment: / \/\/ (.*)$/.exec(text)?.[1] ?? line };
}
