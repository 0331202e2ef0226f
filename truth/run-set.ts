import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { showProgress, wholeNumber } from '@fencepost/testing/commands';
import { Pool } from '@fencepost/workers';
import { runBeside } from './beside/run-beside.js';
import { missing, named, recorded, sampled } from './cases.js';
import { cpuClock } from './cpu.js';
import { PUBLISHED, publish } from './published.js';
import { Results } from './results.js';
import type { TruthSet } from './set.js';
import { summaryOf } from './summary.js';
import { talliesOf } from './tally.js';
import { isWrong } from './verdicts.js';
import type { Request, Timed } from './worker.js';

/** Time allowed beyond the limit of a search, for compiling and for finding out what threads do. */
const GRACE_SECONDS = 60;

/** How much longer CPU time may take than wall time, on a busy machine. */
const BUSY = 10;

/**
 * Runs the cases of a set: FOLDER [--sample N] [--only TEXT] [--jobs N] [--seconds N [--cpu]] [--again] [--publish]
 * [--out FOLDER]. Results are lines of JSON in OUT/SET.jsonl. Cases that are there are not run again, unless `--again`
 * asks for those that are undecided with another limit. `--cpu`: the limit is CPU time, for busy machines, with one
 * job. `--publish`: runs nothing, but writes the numbers of all results to `results.json`.
 */
export async function runSet(set: TruthSet): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      only: { type: 'string', default: '' },
      jobs: { type: 'string' },
      seconds: { type: 'string' },
      cpu: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      beside: { type: 'boolean', default: false },
      publish: { type: 'boolean', default: false },
      out: { type: 'string', default: 'truth-results' },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) {
    console.error(`name the folder with a copy of ${set.from}: npm run truth -- ${set.name} FOLDER`);
    process.exitCode = 2;
    return;
  }
  const { cpu } = values;
  const seconds = wholeNumber('seconds', values.seconds, 60);
  const limit = `${seconds} s${cpu ? ' CPU' : ''}`;
  mkdirSync(values.out, { recursive: true });
  const results = new Results(join(values.out, `${set.name}.jsonl`));
  const every = set.cases(folder);
  if (values.publish) {
    publish(PUBLISHED, talliesOf(set, every, recorded(every, results)));
    return;
  }
  const all = named(every, values.only);
  if (values.beside) {
    runBeside(set, all, results, values.out, seconds);
    return;
  }
  const cases = sampled(all, wholeNumber('sample', values.sample, all.length));
  const open = missing(cases, results, values.again ? limit : undefined);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

  const jobs = wholeNumber('jobs', values.jobs, 1);
  const pool = new Pool<Request, Timed>({ file: new URL('./worker.js', import.meta.url) }, jobs);
  const alone = jobs === 1;
  const clocks: (() => number)[] = [];
  const begin = (i: number): { task: Request; deadline: number } => {
    clocks[i] = cpuClock(alone);
    const deadline = performance.now() + ((cpu ? BUSY : 1) * seconds + GRACE_SECONDS) * 1000;
    return { task: { question: open[i]!.question, seconds, cpu, alone }, deadline };
  };
  let at = 0;
  for await (const outcome of pool.run(open.length, begin)) {
    const { id, expected } = open[at]!;
    const { kind } = outcome;
    // A thread that had to be ended cannot say how much it used.
    const used = alone ? clocks[at]!() : seconds;
    at++;
    const ended = { answer: null, detail: `its thread has ended: ${kind}`, seconds, cpu: used };
    const found = kind === 'done' ? outcome.result : ended;
    results.add({ set: set.name, id, expected, ...found, limit, commit });
    showProgress(`${at} of ${open.length}`);
  }
  pool.close();
  showProgress('');

  const rows = recorded(cases, results);
  console.log(summaryOf(rows));
  process.exitCode = rows.some(isWrong) ? 1 : 0;
}
