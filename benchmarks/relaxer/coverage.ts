import { parseArgs } from 'node:util';
import type { Coverage, Findings } from './coverage-measure.js';
import { COVERAGE_MODELS, coverage } from './coverage-measure.js';
import { SUBJECTS } from './coverage-programs.js';

// npm run bench -- relaxer-coverage [--seed N --budget N --length N --all WORD…]: of the violations that exhaustive exploration finds in
// the programs of the corpus, how many active testing finds. `--all` lists every program, not only those with misses.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    budget: { type: 'string', default: '1000' },
    length: { type: 'string', default: '4' },
    all: { type: 'boolean', default: false },
  },
});
const options = {
  seed: Number(values.seed),
  budget: Number(values.budget),
  length: Number(values.length),
  mostExecutions: 20_000,
  // A busy machine is not to change what is counted.
  mostSeconds: 60,
};
const subjects = SUBJECTS.filter(({ name }) => positionals.length === 0 || positionals.some((w) => name.includes(w)));

const measured: Coverage[] = [];
const tooLarge: string[] = [];
console.log(
  `Seed ${options.seed}, at most ${options.budget} executions, cycles of at most ${options.length} labels.\n`,
);
for (const { name, load } of subjects) {
  const program = await load();
  for (const model of COVERAGE_MODELS) {
    const found = coverage(program, model, options);
    if (found === undefined) {
      tooLarge.push(`${name} (${model})`);
      continue;
    }
    measured.push(found);
    report(name, found);
  }
}
summarise();

function report(name: string, { model, told, onCycles, failures, executions, wrong }: Coverage): void {
  const missed = [told, onCycles, failures].map(({ all, found }) => [...all].filter((each) => !found.has(each)));
  if (!values.all && missed.every((each) => each.length === 0) && wrong.length === 0) return;
  console.log(`${name} (${model}), ${executions} executions: ${counts([{ told, onCycles, failures }])}`);
  ['pair', 'pair of a cycle', 'failure'].forEach((what, i) => {
    for (const each of missed[i]!) console.log(`  missed ${what}: ${each}`);
  });
  for (const line of wrong) console.log(`  WRONG: ${line}`);
}

function summarise(): void {
  console.log(
    `\n${measured.length} programs and models; ${tooLarge.length} too large: ${tooLarge.join(', ') || 'none'}`,
  );
  for (const model of COVERAGE_MODELS) {
    console.log(`${model.toUpperCase()}: ${counts(measured.filter((each) => each.model === model))}`);
  }
  console.log(`Both: ${counts(measured)}`);
  const wrong = measured.flatMap((each) => each.wrong).length;
  console.log(wrong === 0 ? 'Nothing was found that does not exist.' : `${wrong} findings are WRONG.`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

function counts(of: readonly Pick<Coverage, 'told' | 'onCycles' | 'failures'>[]): string {
  const share = (findings: (each: Pick<Coverage, 'told' | 'onCycles' | 'failures'>) => Findings): string => {
    const sum = (set: keyof Findings): number => of.reduce((total, each) => total + findings(each)[set].size, 0);
    const [found, all] = [sum('found'), sum('all')];
    return `${found} of ${all}${all === 0 ? '' : ` (${((100 * found) / all).toFixed(1)} %)`}`;
  };
  return `${share((each) => each.told)} pairs, ${share((each) => each.onCycles)} pairs of all cycles, ${share((each) => each.failures)} failures that SC does not have`;
}
