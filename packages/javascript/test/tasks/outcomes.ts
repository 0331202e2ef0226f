import { reduction } from '../../src/tasks/task.js';
import { endsOf, explore, programOf } from '../check/explored.js';

const SERVICE = `
  const rows = new Map<string, number>([['a', 0], ['b', 0]]);
  const log: unknown[] = [];`;

const serviceOf = (settings: string): string => `${SERVICE}
  const s = t.outside({ get: (k: string) => rows.get(k)!, put: (k: string, v: number) => { rows.set(k, v); } }${settings});`;

/** Outcomes of a check, and the number of executions. */
export interface Outcomes {
  readonly outcomes: readonly string[];
  readonly orders: number;
}

/** All outcomes of a check. `reduces`: whether orders with the same results are explored once. */
export async function outcomesIn(body: string, reduces: boolean, top = ''): Promise<Outcomes> {
  reduction.isOn = reduces;
  try {
    const program = await programOf(body, {}, top);
    let orders = 0;
    const failed: string[] = [];
    const outcomes = endsOf(program, (each) => {
      const { executions, failures } = explore(each);
      orders = executions;
      for (const { kind, message } of failures) if (kind !== 'assertion') failed.push(`${kind}: ${message}`);
    });
    return { outcomes: [...outcomes, ...failed].toSorted(), orders };
  } finally {
    reduction.isOn = true;
  }
}

/** All outcomes of tasks. */
export async function outcomesOf(tasks: readonly string[], settings = '', reduces = true): Promise<Outcomes> {
  const declared = tasks.map((text, i) => `t.task('${i}', async () => { ${text} });`);
  const end = 't.after(() => { throw new Error(JSON.stringify([[...rows], log])); });';
  return outcomesIn(`${serviceOf(settings)} ${declared.join('\n')}\n${end}`, reduces);
}
