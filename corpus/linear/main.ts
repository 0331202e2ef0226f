import { parseArgs } from 'node:util';
import type { Reached } from './sizes.js';
import { MODELS, reach } from './sizes.js';
import type { LinearStructure } from './structures.js';
import { STRUCTURES } from './structures.js';
import { examine, failingCalls } from './run.js';

// npm run linear:table [-- WORD… --seconds N --calls N --threads 2,3 --only sizes|mutants]: how far the scenarios of each structure are checked in
// N seconds of CPU time, and the smallest scenario that shows each mutant.
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    calls: { type: 'string', default: '6' },
    threads: { type: 'string', default: '2,3' },
    only: { type: 'string', default: '' },
  },
});
const chosen = STRUCTURES.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
let unlike = 0;

function nameOf({ file, flags = [] }: LinearStructure): string {
  return [file, ...flags.filter((flag) => flag.startsWith('-D'))].join(' ');
}

function counted(value: number): string {
  return value.toLocaleString('en');
}

function sizesRow(structure: LinearStructure, { threads, calls, checks, seconds, estimates }: Reached): string {
  const [first] = checks;
  const last = estimates.at(-1);
  const executions = checks.reduce((sum, check) => sum + check.executions, 0);
  const rest = last === undefined ? '' : `${last.calls} calls: about ${counted(Math.round(last.seconds))} s`;
  const verdicts = [...new Set(checks.map(({ verdict }) => verdict))].join(', ');
  const times = MODELS.map((_, i) => seconds[i]?.toFixed(1) ?? '');
  const cells = [threads, calls, counted(first?.scenarios?.count ?? 0), counted(executions), ...times, rest];
  return `| ${nameOf(structure)} | ${cells.join(' | ')} | ${verdicts} |`;
}

async function sizes(): Promise<void> {
  console.log('| structure | threads | calls | scenarios | executions | SC, CPU s | TSO | RC11 | rest | verdict |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const structure of chosen.filter(({ wrong }) => wrong === undefined)) {
    for (const threads of values.threads.split(',').map(Number)) {
      const reached = await reach(structure, threads, Number(values.calls), Number(values.seconds));
      if (reached.checks.some(({ verdict }) => verdict !== 'safe')) unlike++;
      console.log(sizesRow(structure, reached));
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
