import { seedsIn } from '@fencepost/check';
import type { Row } from '../database/connection.js';
import type { Database } from '../database/database.js';
import type { Run } from './protocol.js';
import { SCHEMA } from '../database/schema.js';
import type { DeadJob, SearchStatus, Status } from './values.js';

/** Shown to users who may not read output of programs. */
const NOT_SAID = 'only the user who submitted the run can see the reason';

/** The result of the SQL function `progress`. */
interface Progress extends Partial<
  Readonly<Record<'programs' | 'sums' | 'failures' | 'races' | 'left' | 'dead', readonly Row[] | null>>
> {
  readonly jobs?: { readonly waiting: number; readonly active: number };
  readonly agents: Status['agents'];
  readonly rate: number;
}

export async function statusOf({ connection }: Database, run: Run): Promise<Status> {
  const [row] = await connection.rows(`select ${SCHEMA}.progress($1) as progress`, [run.id]);
  const progress = row!['progress'] as Progress;
  // Null stands for no rows.
  const rowsOf = (name: 'programs' | 'sums' | 'failures' | 'races' | 'left' | 'dead'): readonly Row[] =>
    progress[name] ?? [];
  const named = new Map(rowsOf('programs').map((each) => [each['index'], each]));
  const [sumOf, failuresOf, racesOf, leftOf] = (['sums', 'failures', 'races', 'left'] as const).map((name) =>
    byKey(rowsOf(name)),
  ) as [Rows, Rows, Rows, Rows];
  const inOrder = run.searches.flatMap(({ program, model, seeds }) => {
    const about = named.get(program);
    if (about === undefined) return [];
    const { name, epoch } = about as unknown as { name: string; epoch: number };
    const key = keyOf({ program, model, epoch });
    const {
      executions = 0,
      blocked = 0,
      open = 1,
      tested = 0,
    } = (sumOf.get(key) ?? {}) as Readonly<Record<string, number>>;
    const count = (row: Row | undefined, column: string): number => Number(row?.[column] ?? 0);
    const found = count(failuresOf.get(key), 'failures') + count(racesOf.get(key), 'races');
    const status: SearchStatus = { program, model, name, epoch, executions, blocked, open, failures: found, left: 0 };
    if (seeds !== undefined) return withSeeds(status, { tested, of: seedsIn(seeds) });
    const waiting = leftOf.get(key);
    return { ...status, left: waiting === undefined ? 0 : (waiting['left'] as number | null) };
  });
  const executionsLeft = inOrder.every((each) => each.left !== null)
    ? inOrder.reduce((sum, each) => sum + each.left!, 0)
    : null;
  const { rate: perSecond, agents, jobs } = progress;
  return {
    searches: inOrder,
    jobs: {
      ...(jobs ?? { waiting: 0, active: 0 }),
      dead: rowsOf('dead').map((each) => ({
        ...(each['data'] as Pick<DeadJob, 'program' | 'model' | 'path'>),
        id: each['id'] as string,
        reason: (each['reason'] as string | null) ?? NOT_SAID,
      })),
    },
    agents,
    rate: perSecond,
    secondsLeft: timeFor(executionsLeft, perSecond),
  };
}

/** Returns the key of a row. Rows refer to a search in one of its epochs. */
function keyOf({ program, model, epoch }: Row): string {
  return [program, model, epoch].join(' ');
}

type Rows = ReadonlyMap<string, Row>;

function byKey(rows: readonly Row[]): Rows {
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Estimates the remaining executions, assuming that each seed takes as many as the seeds so far. */
function withSeeds(search: SearchStatus, seeds: NonNullable<SearchStatus['seeds']>): SearchStatus {
  const { tested, of } = seeds;
  const perSeed = tested === 0 ? null : search.executions / tested;
  return { ...search, seeds, left: search.open === 0 ? 0 : perSeed && Math.round(perSeed * (of - tested)) };
}

function timeFor(executions: number | null, rate: number): number | null {
  if (executions === 0) return 0;
  return executions === null || rate === 0 ? null : executions / rate;
}
