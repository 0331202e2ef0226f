import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from '@fencepost/workers';
import { agrees } from './score.js';
import type { Row } from './results.js';
import { Results } from './results.js';
import type { Case } from './set.js';
import { SETS } from './sets.js';
import { summaryOf } from './summary.js';
import type { Request, Timed } from './worker.js';

const USAGE = `npm run truth -- SET FOLDER [--sample N] [--jobs N] [--seconds N] [--only TEXT] [--out FOLDER]

Runs programs by others, of which FOLDER holds a copy, and compares the verdicts with those that the set ships.
Results are lines of JSON in OUT/SET.jsonl (default: truth-results). Cases that are there are not run again.

${SETS.map(({ name, what, from }) => `  ${name.padEnd(17)} ${what}\n  ${''.padEnd(17)} ${from}`).join('\n')}`;

/** Time allowed beyond the limit of a search, for compiling and for finding out what threads do. */
const GRACE_SECONDS = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: 'truth-results' },
    list: { type: 'boolean', default: false },
  },
});
const [name, folder] = positionals;
const set = SETS.find((each) => each.name === name);
if (set === undefined || folder === undefined) {
  console.log(USAGE);
  process.exit(values.list ? 0 : 2);
}

const all = set.cases(folder).filter(({ id }) => id.includes(values.only));
const cases = values.sample === undefined ? all : sampled(all, Number(values.sample));
mkdirSync(values.out, { recursive: true });
const results = new Results(join(values.out, `${set.name}.jsonl`));
const open = cases.filter(({ id }) => results.get(id) === undefined);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const seconds = Number(values.seconds);

const pool = new Pool<Request, Timed>({ file: new URL('./worker.js', import.meta.url) }, Number(values.jobs));
const begin = (i: number): { task: Request; deadline: number } => ({
  task: { question: open[i]!.question, seconds },
  deadline: performance.now() + (seconds + GRACE_SECONDS) * 1000,
});
let at = 0;
for await (const outcome of pool.run(open.length, begin)) {
  const { id, expected } = open[at++]!;
  const { kind } = outcome;
  const found = kind === 'done' ? outcome.result : { answer: null, detail: `its thread has ended: ${kind}`, seconds };
  results.add({ set: set.name, id, expected, ...found, commit });
  if (found.answer !== null && !agrees(expected, found.answer))
    console.log(`WRONG  ${id}: ${found.answer}, expected ${expected}`);
  if (at % 100 === 0) console.error(`${at} of ${open.length}`);
}
pool.close();

const rows = cases.map(({ id }) => results.get(id)).filter((row): row is Row => row !== undefined);
console.log(summaryOf(rows));
process.exitCode = rows.every(({ expected, answer }) => answer === null || agrees(expected, answer)) ? 0 : 1;

/** Returns this many cases, evenly spread. */
function sampled(from: readonly Case[], count: number): Case[] {
  const step = Math.max(1, from.length / count);
  return Array.from({ length: Math.min(count, from.length) }, (_, i) => from[Math.floor(i * step)]!);
}
