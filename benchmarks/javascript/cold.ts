import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Taken } from '../end-to-end/run.js';
import { run } from '../end-to-end/run.js';
import { REPOSITORY } from '../repository.js';

// npm run bench -- typescript: whole commands, one for each check, with an empty cache, under SC, with one job. The least of
// some rounds, in which the programs take turns. docs/evidence/benchmarks.md has the table.

/** The programs, and how many executions they have. */
const PROGRAMS: Readonly<Record<string, number>> = {
  'futex mutex, 2 threads × 1': 12,
  'futex mutex, 2 threads × 2': 598,
  'futex mutex, 3 threads × 1': 4440,
  'ring of 2, 4 items': 27,
  'ring of 2, 8 items': 2187,
  'ring of 2, 16 items': 2870,
  'port, 4 messages': 11,
  'port, 8 messages': 37,
  '3 senders to one thread': 70,
  '4 senders to one thread': 797,
};

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, program: { type: 'string', multiple: true } },
});
const COMMAND = join(REPOSITORY, 'packages', 'fencepost', 'bin', 'fencepost.js');
const FILE = join(REPOSITORY, 'benchmarks', 'javascript', 'checks', 'cold.ts');
const OPTIONS = ['--jobs', '1', '--no-config', '--format', 'json'];

async function measure(program: string): Promise<Taken> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  try {
    return await run([COMMAND, 'check', FILE, '--test-case', program, ...OPTIONS], { FENCEPOST_CACHE: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function executionsIn({ out }: Taken): number {
  const { checks } = JSON.parse(out) as { checks: { executions: number }[] };
  return checks[0]!.executions;
}

const programs = Object.keys(PROGRAMS).filter((name) => values.program?.includes(name) ?? true);
const best = new Map<string, number>();
for (let round = 0; round < Number(values.rounds); round++) {
  for (const program of programs) {
    const taken = await measure(program);
    const executions = executionsIn(taken);
    if (executions !== PROGRAMS[program])
      throw new Error(`${program}: ${executions} executions, not ${PROGRAMS[program]}`);
    best.set(program, Math.min(best.get(program) ?? Infinity, taken.cpu));
  }
}
console.log('| Program | Executions | Cold, CPU s |\n| --- | --- | --- |');
for (const [program, cpu] of best)
  console.log(`| ${program} | ${PROGRAMS[program]!.toLocaleString('en')} | ${cpu.toFixed(2)} |`);
