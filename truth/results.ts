import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** The result of one case: a line of the file of results. */
export interface Row {
  readonly set: string;
  readonly id: string;
  readonly expected: string;
  /** Null: undecided. */
  readonly answer: string | null;
  readonly detail: string;
  /** Wall time. */
  readonly seconds: number;
  /** CPU time in seconds; missing in files of earlier versions. */
  readonly cpu?: number;
  /** The limit of the search in seconds, of CPU time if its text ends with `CPU`. */
  readonly limit?: string;
  /** Executions that were built and do not count, where executions are counted. */
  readonly blocked?: number;
  readonly commit: string;
}

/** A file of results, one JSON object per line. Cases that are in it are not run again. */
export class Results {
  private readonly file: string;
  private readonly rows = new Map<string, Row>();

  constructor(file: string) {
    this.file = file;
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const row = rowIn(line);
      if (row !== undefined) this.rows.set(row.id, row);
    }
  }

  get(id: string): Row | undefined {
    return this.rows.get(id);
  }

  add(row: Row): void {
    this.rows.set(row.id, row);
    appendFileSync(this.file, `${JSON.stringify(row)}\n`);
  }
}

/** Returns the row of a line; undefined if the line is empty, or was cut off when a run was killed. */
function rowIn(line: string): Row | undefined {
  try {
    return JSON.parse(line) as Row;
  } catch {
    return undefined;
  }
}
