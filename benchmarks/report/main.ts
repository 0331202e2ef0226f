import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../repository.js';
import { COMMANDS } from './commands.js';
import type { Measured } from './commands.js';
import { DOCUMENTS, withTables } from './documents.js';
import { plot } from './plot.js';
import { PLOTS } from './plots.js';
import { readResults, writeResults } from './results.js';
import type { Row } from './table.js';
import { parseTable } from './table.js';

// npm run bench -- report: makes the tables and plots of the docs from benchmarks/raw. `--measure NAME` runs a benchmark first and keeps
// what it prints; `--quick` runs short forms, changes nothing, and compares what must not depend on the machine.

const { values } = parseArgs({
  options: { measure: { type: 'string', multiple: true, default: [] }, quick: { type: 'boolean', default: false } },
});

function printed({ script, beside }: Measured, args: readonly string[] = []): readonly Row[] {
  const { GENMC, ...env } = process.env;
  if (beside !== undefined && GENMC === undefined) throw new Error(`set ${beside} to its binary`);
  const { stdout, status } = spawnSync('npm', ['run', '--silent', 'bench', '--', script, ...args], {
    cwd: REPOSITORY,
    env: { ...env, ...(beside && { GENMC }) },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
  const lines = stdout.split('\n');
  return parseTable(lines.slice(lines.findIndex((line) => line.startsWith('|')))).rows;
}

function commandOf({ script, args = [], beside }: Measured): string {
  return [...(beside === undefined ? [] : [`${beside}=genmc`]), 'npm run bench --', script, ...args].join(' ');
}

function measure(name: string): void {
  const command = COMMANDS[name];
  if (command === undefined) throw new Error(`no benchmark ${name}; there are ${Object.keys(COMMANDS).join(' ')}`);
  const measured = new Date().toISOString().slice(0, 10);
  writeResults(name, { command: commandOf(command), measured, rows: printed(command, command.args) });
}

/** Rows whose exact columns are not among those that were measured before. */
function differing(name: string): readonly string[] {
  const command = COMMANDS[name]!;
  const { quick, exact = [] } = command;
  if (quick === undefined) return [];
  const keyOf = (row: Row): string => exact.map((title) => `${title} ${row[title] ?? '?'}`).join(', ');
  const known = new Set(readResults(name).rows.map(keyOf));
  const rows = printed(command, quick).map(keyOf);
  console.log(`${name}: ${rows.length} rows`);
  return rows.filter((row) => !row.includes('> ') && !known.has(row));
}

function makeDocuments(): void {
  const rowsOf = (name: string): readonly Row[] => readResults(name).rows;
  for (const document of DOCUMENTS) {
    const file = join(REPOSITORY, document);
    writeFileSync(file, withTables(readFileSync(file, 'utf8'), rowsOf));
  }
  for (const [file, panelsOf] of Object.entries(PLOTS))
    writeFileSync(join(REPOSITORY, 'docs', 'images', file), plot(panelsOf(rowsOf)));
  const { status } = spawnSync('npx', ['oxfmt', ...DOCUMENTS], { cwd: REPOSITORY, stdio: 'inherit' });
  if (status !== 0) throw new Error(`oxfmt ended with ${status}`);
}

if (values.quick) {
  const wrong = Object.keys(COMMANDS).flatMap(differing);
  for (const row of wrong) console.error(`not as before: ${row}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} else {
  values.measure.forEach(measure);
  makeDocuments();
}
