import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Program } from '@fencepost/core';
import { checkFor } from '../linear/cpu-budget.js';
import { SIZE_COLUMNS, sizeCells } from '../linear/sizes.js';
import { checkMutant, structureOf } from './check-mutant.js';
import { MUTANTS } from './mutants.js';

// npm run corpus -- linear-js [WORD… --seconds N --threads 2,3 --only sizes|mutants]: how many scenarios of each
// structure were checked in N seconds of CPU time under each model, and the smallest scenario in which each mutant
// fails. Smaller ones were checked before.
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '20' },
    threads: { type: 'string', default: '2,3' },
    only: { type: 'string', default: '' },
  },
});
const FOLDER = join(import.meta.dirname, '..', '..', 'linear-js');
const CHECK = '.check.ts';
const isWanted = (structure: string): boolean => words.length === 0 || words.some((word) => structure.includes(word));

function row(...cells: readonly (string | number)[]): void {
  console.log(`| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`);
}

/** Returns the structure on this many threads; undefined if its roles determine the number of threads. */
async function onThreads(structure: string, threads: number): Promise<Program | undefined> {
  if (threads === 2) return structureOf(FOLDER, structure);
  const file = `${structure}${CHECK}`;
  if (readFileSync(join(FOLDER, file), 'utf8').includes('roles:')) return undefined;
  return structureOf(FOLDER, structure, [{ file, from: 'calls: 6', to: `calls: 6, threads: ${threads}` }]);
}

/** Checks with one thread, so that its CPU time indicates what another machine would need. */
async function sizes(): Promise<void> {
  row('structure', 'threads', 'model', ...SIZE_COLUMNS);
  row(...new Array<string>(3 + SIZE_COLUMNS.length).fill('---'));
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(CHECK) && isWanted(name))) {
    const structure = file.slice(0, -CHECK.length);
    for (const threads of values.threads.split(',').map(Number)) {
      const program = await onThreads(structure, threads);
      if (program === undefined) continue;
      for (const model of ['sc', 'arm64'] as const) {
        const { check, seconds } = checkFor(Number(values.seconds), program, model);
        row(structure, threads, model, ...sizeCells(check, seconds));
      }
    }
  }
}

async function mutants(): Promise<void> {
  row('Structure', 'Mutant', 'Model', 'Fails in', 'Calls', 'Smaller or equal ones before', 'Seconds');
  row(...new Array<string>(7).fill('---'));
  for (const mutant of MUTANTS.filter(({ structure }) => isWanted(structure))) {
    const { scenarios, seconds } = await checkMutant(FOLDER, mutant);
    const shown = scenarios!.shown?.replace(/^[^:]*: /, '') ?? 'nothing';
    const calls = shown.split(/; | \| /).length;
    row(mutant.structure, mutant.name, mutant.model ?? 'sc', shown, calls, scenarios!.checked - 1, seconds.toFixed(1));
  }
}

if (values.only !== 'mutants') await sizes();
if (values.only !== 'sizes') await mutants();
