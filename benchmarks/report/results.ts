import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../repository.js';
import type { Row } from './table.js';

/** What was measured, and when: a file of `benchmarks/raw`. */
export interface Results {
  /** The table as the command prints it. */
  readonly command: string;
  readonly measured: string;
  readonly rows: readonly Row[];
}

const FOLDER = join(REPOSITORY, 'benchmarks', 'raw');

export function resultNames(): readonly string[] {
  return readdirSync(FOLDER)
    .map((file) => file.replace(/\.json$/, ''))
    .toSorted();
}

export function readResults(name: string): Results {
  return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Results;
}

export function writeResults(name: string, results: Results): void {
  writeFileSync(fileOf(name), `${JSON.stringify(results, undefined, 2)}\n`);
}

function fileOf(name: string): string {
  return join(FOLDER, `${name}.json`);
}
