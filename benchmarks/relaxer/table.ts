import { parseArgs } from 'node:util';
import type { Measured } from './measure.js';
import { measure } from './measure.js';
import type { Figures, Subject, TableModel } from './paper.js';
import { MODELS, SUBJECTS } from './paper.js';
import { load } from './programs.js';
import type { Trial } from './trials.js';
import { Results, trialsOf } from './trials.js';

// npm run bench -- relaxer [--seed N --trials N --script N --program NAME --model NAME --results FILE --known]: Table 1 of RELAXER (ISSTA 2011), ours beside the paper's, as
// Markdown. With --results, trials are added to the file as they end, and those in it are not run again; with --known, none is run.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    trials: { type: 'string', default: '30' },
    script: { type: 'string', default: '1' },
    program: { type: 'string', multiple: true, default: [] },
    model: { type: 'string', multiple: true, default: [] },
    results: { type: 'string' },
    known: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const trials = Number(values.trials);
const script = Number(values.script);
const subjects = SUBJECTS.filter(({ name }) => values.program.length === 0 || values.program.includes(name));
const models = MODELS.filter((model) => values.model.length === 0 || values.model.includes(model));
const results = new Results(values.results);

interface Row {
  readonly subject: Subject;
  readonly model: TableModel;
  readonly measured: Measured;
}

console.log(
  `Seed ${seed}; ${trials} trials of ${script} executions for each cycle. In brackets: Burnim et al. (ISSTA 2011), Table 1 (30 trials of 100).\n`,
);
const columns = [
  'program',
  'model',
  'trials',
  'predicted',
  'confirmed',
  'harmful',
  'probability',
  'share',
  'executions',
  'CPU seconds',
];
console.log(`| ${columns.join(' | ')} |\n| ${columns.map((_, i) => (i < 2 ? '---' : '---:')).join(' | ')} |`);
const rows: Row[] = [];
for (const subject of subjects) {
  for (const model of models) {
    const found = await knownOrRun(subject.name, model);
    if (found.length === 0) continue;
    const measured = measure(found, script);
    rows.push({ subject, model, measured });
    console.log(cells(subject, model, measured));
  }
}
console.log(`\n${summary().join('\n')}`);

async function knownOrRun(program: string, model: TableModel): Promise<Trial[]> {
  const run = trialsOf(await load(program));
  const found: Trial[] = [];
  for (let i = 0; i < trials; i++) {
    const options = { program, model, seed: seed * trials + i, script };
    const known = results.find(options);
    if (known === undefined && values.known) continue;
    const trial = known ?? run(options);
    if (known === undefined) results.add(trial);
    found.push(trial);
  }
  return found;
}

function cells({ name, paper }: Subject, model: TableModel, measured: Measured): string {
  const { predicted, confirmed, harmful, probability, share, executions, seconds } = measured;
  const theirs = paper[model];
  return [
    '',
    name,
    model.toUpperCase(),
    measured.trials,
    `${predicted} (${paper.predicted})`,
    `${confirmed} (${theirs.confirmed})`,
    `${harmful} (${theirs.harmful})`,
    `${shownProbability(probability)} (${shownProbability(theirs.probability)})`,
    shownProbability(share),
    executions,
    seconds.toFixed(1),
    '',
  ]
    .join(' | ')
    .trim();
}

function shownProbability(probability: number | undefined): string {
  return probability === undefined ? '–' : probability.toFixed(2);
}

/** What the table shows, in words. */
function summary(): string[] {
  const structures = rows.filter(({ subject }) => subject.isDataStructure);
  const harmfulUnder = (model: TableModel): string =>
    listed(rows.filter((row) => row.model === model && row.measured.harmful > 0));
  return [
    ...models.map((model) => `- Harmful cycles under ${model.toUpperCase()}: ${harmfulUnder(model)}.`),
    `- Partial initialisation under PSO: ${listed(
      structures.filter((row) => row.model === 'pso' && row.measured.partialInitialisation),
    )}.`,
    ...models.map((model) => {
      const known = rows.filter((row) => row.model === model && row.subject.paper[model].probability !== undefined);
      const asLikely = known.filter((row) => isAsLikely(row.measured, row.subject.paper[model]));
      return `- Probability at least the paper's under ${model.toUpperCase()}: ${asLikely.length} of ${known.length} (${listed(asLikely)}).`;
    }),
  ];
}

function isAsLikely({ probability = 0 }: Figures, theirs: Figures): boolean {
  return probability >= (theirs.probability ?? 0);
}

function listed(found: readonly Row[]): string {
  return found.map(({ subject }) => subject.name).join(', ') || 'none';
}
