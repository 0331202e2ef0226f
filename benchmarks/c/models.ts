import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ModelName, Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import { DEFAULT_BOUNDS, build, compiledProgram } from '@fencepost/c';
import { exploreGraphs } from '@fencepost/explore';
import { SOURCES, UNROLL, alternating } from './measure.js';
import type { BenchProgram } from './programs.js';
import { PROGRAMS } from './programs.js';

// npm run bench -- models: what an execution costs under models of relaxed atomics, compared with TSO, from C and from the
// library. Models take turns, so that noise hits all. Each program and form in a fresh process.

const MODELS: readonly ModelName[] = ['tso', 'rc11', 'arm64'];
const FORMS = ['library', 'C'] as const;

/** Of one program in one form, by model: executions, and microseconds of CPU time for each. */
type Costs = readonly { readonly executions: number; readonly each: number }[];

const { values } = parseArgs({
  options: {
    program: { type: 'string', multiple: true, default: PROGRAMS.map(({ name }) => name) },
    form: { type: 'string', multiple: true, default: [...FORMS] },
    one: { type: 'boolean', default: false },
  },
});

async function programOf({ name, file, flags, generators }: BenchProgram, form: string): Promise<Program> {
  if (form === 'library') return generators();
  const built = await build({ files: [join(SOURCES, file)], flags });
  return compiledProgram(name, built, { ...DEFAULT_BOUNDS, unroll: UNROLL });
}

async function measure(bench: BenchProgram, form: string): Promise<Costs> {
  const program = await programOf(bench, form);
  const known = MODELS.map((model) => withRestarts(() => exploreGraphs(new LocalStates(program), { model })));
  const rates = alternating(
    known.map(
      ({ states, model }) =>
        () =>
          exploreGraphs(states, { model }),
    ),
  );
  return known.map(({ executions }, i) => ({ executions, each: 1e6 / (rates[i]! * executions) }));
}

function inFreshProcess({ name }: BenchProgram, form: string): Promise<Costs> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ['--one', '--program', name, '--form', form]);
    child.on('message', (message) => resolve(message as Costs));
    child.on('error', reject);
    child.on('exit', (code) => code !== 0 && reject(new Error(`measuring ${name} ended with code ${code ?? '?'}`)));
  });
}

function row(name: string, form: string, costs: Costs): string {
  const each = costs.map((cost) => cost.each.toFixed(2));
  const ratios = costs.slice(1).map((cost) => (cost.each / costs[0]!.each).toFixed(2));
  return `| ${[`\`${name}\``, form, ...each, ...ratios].join(' | ')} |`;
}

function named(name: string): BenchProgram {
  const found = PROGRAMS.find((candidate) => candidate.name === name);
  if (found !== undefined) return found;
  throw new Error(`no program ${name}; there are ${PROGRAMS.map((one) => one.name).join(' ')}`);
}

if (values.one) process.send?.(await measure(named(values.program[0]!), values.form[0]!));
else {
  console.log('Microseconds for an execution, and how many times that of TSO:\n');
  console.log(
    '| Program | From | TSO | RC11 | ARMv8 | RC11 / TSO | ARMv8 / TSO |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const bench of values.program.map(named)) {
    for (const form of values.form) console.log(row(bench.name, form, await inFreshProcess(bench, form)));
  }
}
