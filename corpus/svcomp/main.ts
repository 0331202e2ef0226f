import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Pool } from '@fencepost/workers';
import { scoreOf } from './score.js';
import { tasksIn } from './task.js';
import type { Request, Timed } from './worker.js';

// npm run corpus -- svcomp [PATH… --seconds N]: the tasks of these folders and definitions; by default our own.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' } },
});
const own = join(dirname(fileURLToPath(import.meta.url)), '../../svcomp/tasks');
const tasks = (positionals.length === 0 ? [own] : positionals).flatMap(tasksIn);
const seconds = Number(values.seconds);

const pool = new Pool<Request, Timed>({ file: new URL('./worker.js', import.meta.url) }, 1);
let total = 0;
let wrong = 0;
let at = 0;
const counts = { true: 0, false: 0, unknown: 0 };
for await (const outcome of pool.run(tasks.length, (i) => ({ task: { task: tasks[i]!, seconds } }))) {
  const task = tasks[at++]!;
  const answer =
    outcome.kind === 'done'
      ? outcome.result
      : { verdict: 'unknown' as const, detail: `its thread has ended: ${JSON.stringify(outcome)}`, cpuSeconds: NaN };
  const score = scoreOf(task, answer);
  total += score;
  if (score < 0) wrong++;
  counts[answer.verdict]++;
  const { verdict, detail, cpuSeconds } = answer;
  const told = verdict === 'false' ? `false(${detail === '' ? task.property! : detail})` : verdict;
  const why = verdict === 'unknown' ? `  ${detail}` : score < 0 ? '  WRONG' : '';
  const name = relative(process.cwd(), task.file);
  console.log(
    `${told.padEnd(22)} ${String(score).padStart(3)} ${cpuSeconds.toFixed(1).padStart(6)} s  ${name} ${task.property ?? '?'}${why}`,
  );
}
pool.close();
console.log(
  `${tasks.length} tasks: ${counts.true} true, ${counts.false} false, ${counts.unknown} unknown; ${wrong} wrong; score ${total}`,
);
process.exitCode = wrong === 0 ? 0 : 1;
