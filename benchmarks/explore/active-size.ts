import { LocalStates } from '@fencepost/core';
import type { ActiveProgress } from '@fencepost/explore';
import { testActively, testRandomly, testWithPriorities } from '@fencepost/explore';
import { largeProgram } from '@fencepost/testing';

// npm run bench -- active-size [THREADS LINES VARIABLES [SECONDS]]: active testing of one large program under TSO, in CPU time.
// One size per process, so that the memory is that of this size.
const [threads = 8, lines = 200, variables = 64, budget = 60] = process.argv.slice(2).map(Number);

const seconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const make = (): LocalStates => new LocalStates(largeProgram({ threads, lines, variables, seed: 1 }));
const SEEDS = [1, 2, 3, 4, 5];

/** Executions until the failure, for each seed; `-` if there is none within the executions. */
function sampled(method: typeof testRandomly): string {
  const runs = 200;
  return SEEDS.map((seed) => {
    const sampling = method(make(), { model: 'tso', seed, runs });
    for (;;) {
      const step = sampling.next();
      if (step.done === true) return step.value.failures[0]?.firstRun ?? '-';
    }
  }).join(', ');
}

function active(): void {
  const start = seconds();
  let last: ActiveProgress | undefined;
  let executions = 0;
  let steered = 0;
  let found: string | undefined;
  const testing = testActively(make(), { model: 'tso', until: () => seconds() - start > budget });
  for (;;) {
    const step = testing.next();
    if (step.done === true) {
      const { cycles } = step.value;
      const tried = cycles.filter(({ trials }) => trials > 0).length;
      const heap = Math.round(process.resourceUsage().maxRSS / 1024);
      console.log(
        `active: ${last?.predicted} cycles predicted, ${tried} tried; ${executions} executions, ${steered} of them after prediction; ` +
          `${last?.confirmed} cycles confirmed, failure ${found ?? 'not found'}; ${(seconds() - start).toFixed(1)} s, ${heap} MB`,
      );
      return;
    }
    last = step.value;
    executions++;
    if (last.phase === 'steering') steered++;
    if (last.harmful > 0) found ??= `in execution ${executions}, after ${(seconds() - start).toFixed(1)} s`;
  }
}

console.log(`${threads} threads × ${lines} lines, ${variables} variables, TSO, ${budget} s`);
active();
console.log(`random: first in execution ${sampled(testRandomly)}`);
console.log(`priorities: first in execution ${sampled(testWithPriorities)}`);
