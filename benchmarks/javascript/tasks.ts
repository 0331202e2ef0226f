import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalStates, withRestarts } from '@fencepost/core';
import type { Explored } from '@fencepost/explore';
import { exploringGraphs } from '@fencepost/explore';
import { loadChecks } from '@fencepost/javascript';

// npm run bench -- tasks: tasks and calls of a service that are decided in 10 s (docs/use/async.md). The tasks share
// nothing, or all calls in turn read and write one row.

const LIMIT = 10_000;
const SIZES = {
  independent: ['2 × 4', '8 × 8', '16 × 8', '12 × 12'],
  conflicting: ['2 × 2', '2 × 3', '2 × 4', '2 × 5', '3 × 2'],
};

const textOf = (tasks: number, calls: number, call: string): string => `import { check } from 'fencepost';
check('it', (t) => {
  let row = 0;
  const ask = t.outside((n) => n);
  const rows = t.outside({ get: () => row, put: (n) => { row = n; } });
  for (let i = 0; i < ${tasks}; i++) t.task(String(i), async () => { for (let k = 0; k < ${calls}; k++) ${call} });
  t.after(() => { if (row < 0) throw new Error(); });
});`;

/** Explores for at most 10 s. */
async function measure(file: string): Promise<Explored & { readonly seconds: number; readonly isWhole: boolean }> {
  const { checks } = await loadChecks(file);
  const { program } = checks[0]!;
  const start = performance.now();
  return withRestarts(() => {
    const search = exploringGraphs(new LocalStates(program), { model: 'sc' });
    let next = search.next();
    while (next.done !== true && performance.now() - start < LIMIT) next = search.next();
    const seconds = (performance.now() - start) / 1000;
    const { executions, blocked, operations } = next.value;
    return { executions, blocked, operations, seconds, isWhole: next.done === true };
  }, program);
}

const folder = mkdtempSync(join(tmpdir(), 'fencepost-tasks-'));
console.log('| Tasks × calls | | Executions | Abandoned | Seconds |\n| --- | --- | --- | --- | --- |');
try {
  for (const [kind, sizes] of Object.entries(SIZES)) {
    const call = kind === 'independent' ? 'await ask(k);' : 'await (k % 2 === 0 ? rows.get() : rows.put(k));';
    for (const [i, size] of sizes.entries()) {
      const [tasks, calls] = size.split(' × ').map(Number) as [number, number];
      const file = join(folder, `${kind}-${i}.check.mjs`);
      writeFileSync(file, textOf(tasks, calls, call));
      const { executions, blocked, seconds, isWhole } = await measure(file);
      console.log(`| ${size} | ${kind} | ${executions} | ${blocked} | ${isWhole ? seconds.toFixed(1) : '> 10'} |`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
