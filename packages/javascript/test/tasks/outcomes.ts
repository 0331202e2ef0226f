import { endsOf, explore, programOf } from '../check/explored.js';

const SERVICE = `
  const rows = new Map<string, number>([['a', 0], ['b', 0]]);
  const log: unknown[] = [];`;

const serviceOf = (settings: string): string => `${SERVICE}
  const s = t.outside({ get: (k: string) => rows.get(k)!, put: (k: string, v: number) => { rows.set(k, v); } }${settings});`;

/** All outcomes of tasks, and the number of executions. */
export async function outcomesOf(
  tasks: readonly string[],
  settings = '',
): Promise<{ outcomes: readonly string[]; orders: number }> {
  const declared = tasks.map((text, i) => `t.task('${i}', async () => { ${text} });`);
  const program = await programOf(`${serviceOf(settings)} ${declared.join('\n')}
    t.after(() => { throw new Error(JSON.stringify([[...rows], log])); });`);
  let orders = 0;
  const outcomes = endsOf(program, (each) => {
    orders = explore(each).executions;
  });
  return { outcomes, orders };
}
