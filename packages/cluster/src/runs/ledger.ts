import type { Knowledge, Part, SavedCheck, SavedRaces, SavedSearch } from '@fencepost/check';
import type { Frontier, Results } from '@fencepost/explore';
import type { Row } from '../database/connection.js';
import type { Database } from '../database/database.js';
import { clusterError, isOfData } from '../database/errors.js';
import { decodeFrontier } from './frontiers.js';
import type { CountedResult, FirstFound } from './merge.js';
import { Merge, firstOnly } from './merge.js';
import type { Run, RunSearch } from './protocol.js';
import { programOf } from './run-store.js';
import { SCHEMA } from '../database/schema.js';
import { listIn, partIn } from './result-rows.js';
import {
  UnreadableError,
  areFailures,
  areRaces,
  areViolations,
  isFrontier,
  isKnowledge,
  isPart,
  requireShape,
} from './shapes.js';

/** Rows per query. */
const PAGE = 5000;

/** The results of a run's searches, read from the database, in the form that a single process saves. */
export class Ledger {
  private readonly database: Database;
  private readonly run: Run;

  constructor(database: Database, run: Run) {
    this.database = database;
    this.run = run;
  }

  /**
   * Returns the state of the check of a program. Only a search that ended with a failure has something left to explore.
   */
  async savedCheck(index: number): Promise<SavedCheck> {
    try {
      return await this.read(index);
    } catch (error) {
      throw unreadable(this.run, error);
    }
  }

  private async read(index: number): Promise<SavedCheck> {
    const known = await programOf(this.database, this.run, index);
    if (known === undefined) throw new UnreadableError(`there is no program ${index}`);
    const { epoch } = known;
    const knowledge = requireShape(known.knowledge, isKnowledge, 'the knowledge about the program') as Knowledge;
    const searches: [string, SavedSearch][] = [];
    const races: Record<string, SavedRaces> = {};
    let unordered: string | null = null;
    for (const search of this.run.searches.filter(({ program }) => program === index)) {
      const found = await this.search(search, epoch);
      searches.push([search.model, found.saved]);
      if (search.races) races[search.model] = found.races;
      if (search.unordered !== null) unordered ??= found.unordered;
    }
    return {
      knowledge: knowledge.program,
      finished: [],
      searches: { searches: Object.fromEntries(searches), races, unordered },
      tooDeep: knowledge.tooDeep,
    };
  }

  private async search(
    search: RunSearch,
    epoch: number,
  ): Promise<{ saved: SavedSearch; races: SavedRaces; unordered: string | null }> {
    const { id } = this.run;
    const about = [id, search.program, search.model, epoch];
    const bound = this.run.policy === 'least' ? await this.bound(about) : undefined;
    const merge = new Merge();
    for await (const row of this.results(about)) {
      // With `least`, results after the first failure do not count.
      if (bound === undefined || (row['path'] as string) <= bound) merge.add(resultIn(row));
    }
    const found = (await this.findings(about)).filter(({ path }) => bound === undefined || path <= bound);
    const isLeast = this.run.policy === 'least';
    return {
      saved: merge.search(isLeast ? found.map(firstOnly) : found, await this.unexplored(about, bound)),
      ...merge.found,
    };
  }

  private async bound(about: unknown[]): Promise<string | undefined> {
    const [row] = await this.database.connection.rows(
      `select bound from ${SCHEMA}.search where run = $1 and program = $2 and model = $3 and epoch = $4`,
      about,
    );
    return row?.['bound'] as string | undefined;
  }

  /** Yields results in depth-first order. */
  private async *results(about: unknown[]): AsyncGenerator<Row> {
    for (let last: unknown[] = ['', 0]; ;) {
      const rows = await this.database.connection.rows(
        `select * from ${SCHEMA}.result where run = $1 and program = $2 and model = $3 and epoch = $4
           and (path, seq) > ($5, $6) and not is_dropped order by path, seq limit ${PAGE}`,
        [...about, ...last],
      );
      yield* rows;
      if (rows.length < PAGE) return;
      last = [rows.at(-1)!['path'], rows.at(-1)!['seq']];
    }
  }

  private async findings(about: unknown[]): Promise<(FirstFound & { readonly path: string })[]> {
    const rows = await this.database.connection.rows(
      `select kind, key, part, path, seq from ${SCHEMA}.finding where run = $1 and program = $2 and model = $3 and epoch = $4
       order by path, seq`,
      about,
    );
    return rows
      .map((row) => {
        const [key, part] = partIn(row);
        return {
          ...(row as unknown as Pick<FirstFound, 'kind'> & { path: string; seq: unknown }),
          key,
          part: requireShape(part, isPart, 'the place of a finding') as Part,
        };
      })
      .sort((a, b) => (a.path === b.path && a.seq === b.seq ? (a.key < b.key ? -1 : 1) : 0));
  }

  /** Returns the part that was not explored because the search failed before it. */
  private async unexplored(about: unknown[], bound: string | undefined): Promise<Frontier> {
    const rows = await this.database.connection.rows(
      `select case when r.path > $5 or r.is_dropped then f.bytes else f.rest end as bytes
       from ${SCHEMA}.frontier f join ${SCHEMA}.result r on r.job = f.job
       where r.run = $1 and r.program = $2 and r.model = $3 and r.epoch = $4
         and (r.is_dropped or f.rest is not null or r.path > $5)
       order by r.path desc, r.seq desc`,
      // Greater than every path.
      [...about, bound ?? '~'],
    );
    return rows.flatMap(
      (row) => requireShape(decodeFrontier(row['bytes'] as Buffer) ?? [], isFrontier, 'the remaining work') as Frontier,
    );
  }
}

/** Converts an error that results from invalid data of agents. Returns other errors unchanged. */
export function unreadable({ id }: Run, error: unknown): unknown {
  if (!(error instanceof UnreadableError || isOfData(error) || isOfZlib(error))) return error;
  const what = error instanceof UnreadableError ? error.message : 'it is not in the format that agents write';
  return clusterError(
    `the results that agents wrote for run ${id} cannot be read: ${what}`,
    'submit it again, and use agents that you trust',
  );
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function resultIn(row: Row): CountedResult {
  const count = (name: string): number => Number(row[name]);
  return {
    results: {
      executions: count('executions'),
      // Frontiers are explored without symmetry.
      total: count('executions'),
      blocked: count('blocked'),
      assumed: count('assumed'),
      operations: count('operations'),
      events: count('events'),
      nonSequential: count('non_sequential'),
      deadlocks: count('deadlocks'),
      // Nor with a bound on preemptions.
      omitted: 0,
      failures: requireShape(listIn(row['failures']), areFailures, 'the failures') as Results['failures'],
    },
    violations: requireShape(listIn(row['violations']), areViolations, 'the violations') as CountedResult['violations'],
    races: requireShape(listIn(row['races']), areRaces, 'the data races') as SavedRaces,
    unordered: row['unordered'] as string | null,
    milliseconds: count('milliseconds'),
  };
}
