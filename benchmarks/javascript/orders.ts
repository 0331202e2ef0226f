import { join } from 'node:path';
import fc from 'fast-check';
import { LocalStates, withRestarts } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { loadChecks } from '@fencepost/javascript';
import { REPOSITORY } from '../repository.js';
import type { Tasks } from './async-bugs.js';
import { BUGS } from './async-bugs.js';

// npm run bench -- orders: orders that fast-check's scheduler tries until a bug shows, beside the executions that
// Fencepost explores in all. Both run the same programs (docs/evidence/packages.md).

const SEEDS = 20;
const MOST_RUNS = 1000;

/** Runs a program in the order of a scheduler. Throws what a task or the check of the end throws. */
async function run(program: (t: Tasks) => void, scheduler: fc.Scheduler): Promise<void> {
  const step = async (): Promise<void> => scheduler.schedule(Promise.resolve());
  const tasks: { readonly name: string; readonly body: () => unknown }[] = [];
  const checks: (() => void)[] = [];
  program({
    task: (name, body) => tasks.push({ name, body }),
    outside:
      (stub, { effect } = {}) =>
      async (...parameters) => {
        if (effect !== 'call') await step();
        const answer = stub(...parameters);
        await step();
        return answer;
      },
    after: (check) => checks.push(check),
  });
  const open = new Set(tasks.map(({ name }) => name));
  const failures: unknown[] = [];
  for (const { name, body } of tasks) {
    void step()
      .then(body)
      .then(
        () => open.delete(name),
        (error: unknown) => failures.push(error),
      );
  }
  await scheduler.waitIdle();
  if (failures.length > 0) throw failures[0];
  if (open.size > 0) throw new Error(`${[...open].join()} waits forever`);
  for (const check of checks) check();
}

/** Returns how many orders are tried until one fails, or infinity if there are too many. */
async function ordersTried(program: (t: Tasks) => void, seed: number): Promise<number> {
  const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => run(program, scheduler));
  const { failed, numRuns } = await fc.check(property, { seed, numRuns: MOST_RUNS, endOnFailure: true });
  return failed ? numRuns : Infinity;
}

const shown = (runs: number): string => (runs === Infinity ? `> ${MOST_RUNS}` : String(runs));

const { checks } = await loadChecks(join(REPOSITORY, 'benchmarks', 'javascript', 'checks', 'orders.ts'));
console.log(
  '| Bug | fast-check: orders until it shows, median (least–most) | not found | Fencepost: executions in all |',
);
console.log('| --- | --- | --- | --- |');
let unlike = 0;
for (const { name, program } of checks) {
  const tried: number[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) tried.push(await ordersTried(BUGS[name]!, seed));
  tried.sort((a, b) => a - b);
  // The upper one of the two in the middle.
  const median = tried[SEEDS >> 1]!;
  const missed = tried.filter((runs) => runs === Infinity).length;
  const { executions, failures } = withRestarts(() => exploreGraphs(new LocalStates(program), { model: 'sc' }));
  if (failures.length === 0) unlike++;
  const range = `${shown(median)} (${shown(tried[0]!)}–${shown(tried.at(-1)!)})`;
  console.log(
    `| ${name} | ${range} | ${missed} of ${SEEDS} | ${executions}${failures.length === 0 ? ': not found' : ''} |`,
  );
}
process.exitCode = unlike === 0 ? 0 : 1;
