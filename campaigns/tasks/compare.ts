import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FinalView, Program } from '@fencepost/core';
import { LocalStates, isCheckFailed, withRestarts } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { loadChecks } from '@fencepost/javascript';
import { Random } from '../random.js';
import { nativeOrders } from './native.js';
import type { TaskProgram } from './program.js';
import { OUTCOME, SHARED, randomTasks } from './program.js';

/** Programs with more orders are left out. */
const MOST = 6000;
/** Number of checks in a file. */
const BATCH = 20;

export interface ComparedTasks {
  compared: number;
  /** Orders in Node, and executions of the search. */
  orders: number;
  executions: number;
  /** Programs with fewer executions than orders. */
  reduced: number;
  readonly differences: string[];
}

function checkText({ tasks, rejects }: TaskProgram, i: number): string {
  const declared = tasks.map((text, task) => `t.task('${task}', async () => { ${text} });`).join('\n');
  return `check('${i}', (t) => {
    const rows = new Map([['a', 0], ['b', 0]]);
    const s = t.outside({ get: (k) => rows.get(k), put: (k, v) => { rows.set(k, v); } }, { rejects: ${rejects} });
    ${SHARED}
    ${declared}
    t.after(() => { throw new Error(${OUTCOME}); });
  });`;
}

function explored(program: Program): { readonly outcomes: readonly string[]; readonly executions: number } {
  const outcomes = new Set<string>();
  const after = (final: FinalView): void => {
    try {
      program.after!(final);
    } catch (error) {
      if (!isCheckFailed(error)) throw error;
      outcomes.add(error.message);
    }
  };
  const noting = Object.create(program, { after: { value: after } }) as Program;
  const { executions, failures } = withRestarts(() => {
    outcomes.clear();
    return exploreGraphs(new LocalStates(noting), { model: 'sc', finals: true });
  });
  for (const { kind, message } of failures) {
    if (kind === 'deadlock') outcomes.add('waits');
    else if (kind !== 'assertion') outcomes.add(`fails: ${message}`);
  }
  return { outcomes: [...outcomes].toSorted(), executions };
}

/** Compares the outcomes of random tasks with those of all orders in Node. */
export async function compareTasks(
  seed: number,
  programs: number,
  tell: (so: ComparedTasks) => void = () => undefined,
): Promise<ComparedTasks> {
  const random = new Random(seed);
  const so: ComparedTasks = { compared: 0, orders: 0, executions: 0, reduced: 0, differences: [] };
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-tasks-'));
  try {
    for (let batch = 0; so.compared < programs; batch++) {
      const given = [];
      while (given.length < Math.min(BATCH, programs - so.compared)) {
        const program = randomTasks(random);
        const native = await nativeOrders(program, MOST);
        if (native !== undefined) given.push({ program, native });
      }
      const file = join(folder, `${batch}.check.mjs`);
      const texts = given.map(({ program }, i) => checkText(program, i));
      writeFileSync(file, `import { check } from 'fencepost';\n${texts.join('\n')}`);
      const { checks } = await loadChecks(file);
      for (const [i, { native, program }] of given.entries()) {
        const { outcomes, executions } = explored(checks[i]!.program);
        so.compared++;
        so.orders += native.orders;
        so.executions += executions;
        if (executions < native.orders) so.reduced++;
        if (outcomes.join('\n') !== native.outcomes.join('\n') || executions > native.orders) {
          const only = (a: readonly string[], b: readonly string[]): string =>
            a.filter((each) => !b.includes(each)).join('\n    ');
          so.differences.push(
            `${checkText(program, i)}\n  only in Node: ${only(native.outcomes, outcomes)}\n` +
              `  only here: ${only(outcomes, native.outcomes)}\n  ${native.orders} orders, ${executions} executions`,
          );
        }
      }
      tell(so);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return so;
}
