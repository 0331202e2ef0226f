import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkFile } from 'fencepost';
import { checkMutant } from './check-mutant.js';
import { MUTANTS } from './mutants.js';

// npm run linear:table:js [-- WORD… --seconds N --jobs N]: how far the scenarios of each structure were checked under each model,
// and the smallest scenario in which each mutant fails. Smaller ones were checked before.
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' }, jobs: { type: 'string', default: '2' } },
});
const FOLDER = join(import.meta.dirname, '..', '..', 'linear-js');
const CHECK = '.check.ts';
const isWanted = (structure: string): boolean => words.length === 0 || words.some((word) => structure.includes(word));

function row(...cells: readonly (string | number)[]): void {
  console.log(`| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`);
}

row('Structure', 'Model', 'Verdict', 'Scenarios', 'Checked', 'Executions', 'Seconds', 'Covered');
row(...new Array<string>(8).fill('---'));
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(CHECK) && isWanted(name))) {
  for (const model of ['sc', 'arm64'] as const) {
    const { checks } = await checkFile(join(FOLDER, file), {
      models: [model],
      jobs: Number(values.jobs),
      maxTime: Number(values.seconds),
    });
    const { verdict, scenarios, executions, seconds, incomplete } = checks[0]!;
    // It has none if not even loading came to an end.
    const { count, checked, shown, extent } = scenarios ?? { count: 0, checked: 0, extent: '' };
    const smaller = /all (with fewer than \d+ calls)/.exec(incomplete?.covered ?? '')?.[1] ?? 'less';
    const covered = shown ?? (incomplete === null ? extent : smaller);
    row(file.slice(0, -CHECK.length), model, verdict, count, checked, executions, seconds.toFixed(1), covered);
  }
}

console.log();
row('Structure', 'Mutant', 'Model', 'Fails in', 'Calls', 'Smaller or equal ones before', 'Seconds');
row(...new Array<string>(7).fill('---'));
for (const mutant of MUTANTS.filter(({ structure }) => isWanted(structure))) {
  const { scenarios, seconds } = await checkMutant(FOLDER, mutant);
  const shown = scenarios!.shown?.replace(/^[^:]*: /, '') ?? 'nothing';
  const calls = shown.split(/; | \| /).length;
  row(mutant.structure, mutant.name, mutant.model ?? 'sc', shown, calls, scenarios!.checked - 1, seconds.toFixed(1));
}
