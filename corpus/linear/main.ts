import { parseArgs } from 'node:util';
import { SIZE_COLUMNS, counted, sizeCells } from './sizes.js';
import type { LinearStructure } from './structures.js';
import { STRUCTURES } from './structures.js';
import { checkFor } from './cpu-budget.js';
import { examine, failingCalls, programOf } from './run.js';

// npm run corpus -- linear [WORD… --seconds N --calls N --threads 2,3 --only sizes|mutants]: how many scenarios of each
// structure are checked in N seconds of CPU time under each model, and the smallest scenario that shows each mutant.
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '20' },
    calls: { type: 'string', default: '6' },
    threads: { type: 'string', default: '2,3' },
    only: { type: 'string', default: '' },
  },
});
const chosen = STRUCTURES.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
const MODELS = ['sc', 'tso', 'rc11'] as const;
let unlike = 0;

function nameOf({ file, flags = [] }: LinearStructure): string {
  return [file, ...flags.filter((flag) => flag.startsWith('-D'))].join(' ');
}

/** Checks with one thread, so that its CPU time indicates what another machine would need. */
async function sizes(): Promise<void> {
  console.log(`| structure | threads | model | ${SIZE_COLUMNS.join(' | ')} |`);
  console.log(`| --- | --- | --- |${' --- |'.repeat(SIZE_COLUMNS.length)}`);
  for (const structure of chosen.filter(({ wrong }) => wrong === undefined)) {
    for (const threads of values.threads.split(',').map(Number)) {
      const program = await programOf(structure.file, structure.flags ?? [], Number(values.calls), threads);
      for (const model of MODELS) {
        const { check, seconds } = checkFor(Number(values.seconds), program, model);
        if (check.verdict === 'failing') unlike++;
        console.log(`| ${[nameOf(structure), threads, model, ...sizeCells(check, seconds)].join(' | ')} |`);
      }
    }
  }
}

async function mutants(): Promise<void> {
  console.log('| structure | mutant | model | calls | threads | scenarios checked | found as |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const structure of chosen) {
    const { file, flags = [], wrong, wrongUnder = 'sc' } = structure;
    const asIs = { number: 0, what: 'as it stands', model: wrongUnder, calls: wrong ?? 0, threads: 2 };
    const all = wrong === undefined ? structure.mutants : [asIs, ...structure.mutants];
    for (const { number, what, model, calls, threads } of all) {
      const tried = { file, flags: [...flags, `-DMUTANT=${number}`], calls, threads, models: [model], seconds: 600 };
      const [check] = await examine(tried);
      const found = failingCalls(check!);
      if (found !== calls) unlike++;
      const { checked, count } = check!.scenarios!;
      const cells = [what, model, found ?? 'not found', threads, `${counted(checked)} of ${counted(count)}`];
      console.log(`| ${nameOf(structure)} | ${cells.join(' | ')} | ${check!.failures[0]?.kind ?? ''} |`);
    }
  }
}

if (values.only !== 'mutants') await sizes();
if (values.only !== 'sizes') await mutants();
console.log(unlike === 0 ? 'all as expected' : `${unlike} not as expected`);
process.exitCode = unlike === 0 ? 0 : 1;
