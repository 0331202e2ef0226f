import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Pool } from '@fencepost/workers';
import type { CorpusTask, Question } from './examination.js';
import { programs } from './examination.js';
import { title } from './title.js';

// npm run corpus -- c [WORD… --jobs N]: every program whose name contains one of the words. `quick` leaves out the slow
// ones; `agree` compares the two explorers with each other, instead of their results with the expectations;
// `recordings` compares monitors of recorded executions with `--method monitor`.
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: String(availableParallelism()) } },
});
const quick = words.includes('quick');
const question: Question = words.includes('agree') ? 'agree' : words.includes('recordings') ? 'recordings' : 'expected';
const wanted = words.filter((word) => word !== 'quick' && word !== question);
const chosen = [...programs.entries()].filter(([, { group, expectation }]) => {
  const name = title(group, expectation);
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) return false;
  return !quick || expectation.slow !== true;
});

const pool = new Pool<CorpusTask, string[] | undefined>(
  { file: new URL('./worker.js', import.meta.url) },
  Number(values.jobs),
);
let run = 0;
let asExpected = 0;
let leftOut = 0;
const EACH = 100;
for await (const outcome of pool.run(chosen.length, (i) => ({ task: { program: chosen[i]![0], question } }))) {
  const [, { group, expectation }] = chosen[run++]!;
  if (run % EACH === 0) console.error(`${run} of ${chosen.length} programs`);
  const lines = outcome.kind === 'done' ? outcome.result : [`its thread has ended: ${JSON.stringify(outcome)}`];
  if (lines === undefined) leftOut++;
  else if (lines.length === 0) asExpected++;
  else console.log([title(group, expectation), ...lines.map((line) => `  ${line}`)].join('\n'));
}
pool.close();
const examined = run - leftOut;
console.log(`${asExpected} of ${examined} programs as expected${leftOut === 0 ? '' : `, ${leftOut} left out`}`);
process.exitCode = asExpected === examined ? 0 : 1;
