import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Prediction } from '@fencepost/recording';
import { monitorEvents, openRecording, predictedRun, runOfBinary, showPredictions } from '@fencepost/recording';
import { decompress, record } from '@fencepost/recorder';

export const has = (name: string): boolean => spawnSync(name, ['--version']).status === 0;

/** What a recorded program did, and what the monitor says of it. */
export interface Watched {
  readonly code: number;
  readonly printed: string;
  readonly reasons: readonly string[];
  /** Texts of the lines that race. */
  readonly races: readonly string[];
  /** Races and violations that uninstrumented code may explain. */
  readonly perhaps: number;
  /** Violations that it cannot explain. */
  readonly violations: number;
  /** Texts of the lines that race in another order, and number of deadlocks there; each was replayed. */
  readonly predicted: readonly string[];
  readonly deadlocks: number;
  readonly notes: readonly string[];
}

/** Programs that are compiled, recorded and watched in a folder of their own. */
export class RecordedPrograms {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'fencepost-recorded-'));
  private readonly common = {
    seed: 1,
    scheduler: 'random',
    depth: 3,
    cache: process.env['FENCEPOST_CACHE'] ?? this.folder,
  } as const;

  at(name: string): string {
    return path.join(this.folder, name);
  }

  /** The program that a file of the folder `programs` or of ours becomes. */
  async build(source: string, name: string, ...options: readonly string[]): Promise<string> {
    const command = ['gcc', '-O1', '-g', source, '-o', this.at(name), '-pthread', ...options];
    const { code } = await record({ ...this.common, command, output: this.at('none.fpr') });
    if (code !== 0) throw new Error(`${source} cannot be compiled`);
    return this.at(name);
  }

  async watched(program: string, words: readonly string[] = [], source?: string, seed = 1): Promise<Watched> {
    const output = this.at(`${[path.basename(program), ...words].join('-')}.fpr`);
    const command = ['sh', '-c', `exec ${[program, ...words].join(' ')} > ${output}.txt 2>&1`];
    const { code, recordings } = await record({ ...this.common, seed, output, command });
    const bytes = readFileSync(output);
    const opened = openRecording({ open: () => [bytes], decompress });
    const run = runOfBinary(opened, 'run');
    const { departures, races, predicted } = monitorEvents(run, ['tso', 'pso'], undefined, true);
    const { races: predictedRaces = [], deadlocks = [] } = predicted ?? {};
    showPredictions<Prediction>(predictedRun(run), [...predictedRaces, ...deadlocks]);
    const lines = source === undefined ? [] : readFileSync(source, 'utf8').split('\n');
    const textOf = (site: number): string => lines[(opened.sites.siteOf(site)?.line ?? 0) - 1]?.trim() ?? 'no line';
    const textsOf = (sites: readonly number[]): string[] => [...new Set(sites.map(textOf))].toSorted();
    const certain = races.filter(({ isExcused }) => isExcused !== true);
    const violations = departures.filter(({ isExcused }) => isExcused !== true).length;
    return {
      ...{
        code,
        printed: readFileSync(`${output}.txt`, 'utf8').trim(),
        reasons: recordings.map(({ end }) => end.reason),
      },
      races: textsOf(certain.flatMap(({ site, otherSite }) => [site, otherSite])),
      predicted: textsOf(predictedRaces.flatMap(({ last }) => last.map(({ site }) => site))),
      deadlocks: deadlocks.length,
      ...{ perhaps: races.length - certain.length + departures.length - violations, violations },
      notes: run.notes ?? [],
    };
  }
}
