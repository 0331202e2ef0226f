import { dirname, relative, sep } from 'node:path';
import type { ModelName } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import type { LitmusCheck } from '@fencepost/litmus';
import type { InputFile } from '../../files/files.js';

export interface ExpectedRow {
  readonly witnesses: number;
  readonly executions: number;
  /** Final states, joined by |. */
  readonly states: string;
  /** Whether some execution has a data race; undefined if the row does not specify it. */
  readonly race: boolean | undefined;
}

/** The rows of a test, by the model that they name. */
export type ExpectedRows = Readonly<Record<string, ExpectedRow>>;

/** One difference between a check and the expectation. */
export interface Disagreement {
  readonly source: string;
  readonly model: ModelName;
  /** The model's name in the rows. */
  readonly row: string;
  readonly what: 'row' | 'witnesses' | 'executions' | 'states' | 'race';
  readonly expected: number | boolean | readonly string[] | null;
  readonly found: number | boolean | readonly string[] | null;
}

const RACES: ReadonlyMap<string, boolean | undefined> = new Map([
  ['race', true],
  ['-', false],
  ['', undefined],
]);

/** Reference results, one row for each test and model: `file TAB model TAB witnesses TAB executions TAB states TAB race`. */
export class Expectations {
  private readonly rows = new Map<string, Record<string, ExpectedRow>>();
  private readonly models = new Set<string>();
  private readonly folder: string;

  constructor(text: string, file: string) {
    this.folder = dirname(file);
    text.split(/\r?\n/).forEach((line, i) => {
      if (line !== '' && !line.startsWith('#')) this.addRow(line, { file, line: i + 1 });
    });
  }

  /** Whether there is any row for this model name. */
  knows(row: string): boolean {
    return this.models.has(row);
  }

  /**
   * Returns the rows of a test. They name files relative to the folder of the expectations, or to the folder checked.
   */
  rowsOf({ path, root }: InputFile): ExpectedRows {
    const [first, second] = [this.folder, root].map((folder) => relative(folder, path).split(sep).join('/'));
    return { ...this.rows.get(second!), ...this.rows.get(first!) };
  }

  private addRow(line: string, site: { readonly file: string; readonly line: number }): void {
    const [file, model, witnesses, executions, states, race = ''] = line.split('\t');
    const counts = { witnesses: Number(witnesses), executions: Number(executions) };
    const isWhole = Number.isInteger(counts.witnesses) && Number.isInteger(counts.executions);
    if (!isWhole || states === undefined || !RACES.has(race)) {
      throw new FencepostError('USAGE', 'this is not a row of expected results', {
        site,
        hint: 'a row is: file, model, witnesses, executions, final states joined by |, optionally race or -; separated by tabs',
      });
    }
    const ofFile = this.rows.get(file!) ?? {};
    this.models.add(model!);
    ofFile[model!] = { ...counts, states, race: RACES.get(race) };
    this.rows.set(file!, ofFile);
  }
}

/** Returns the differences between the check and the expected row; empty if they agree. */
export function compare(check: LitmusCheck, rows: ExpectedRows, name: string): Disagreement[] {
  const about = { source: check.source, model: check.model, row: name };
  const row = rows[name];
  if (row === undefined) return [{ ...about, what: 'row', expected: null, found: null }];
  const disagreements: Disagreement[] = [];
  for (const what of ['witnesses', 'executions'] as const) {
    if (check[what] !== row[what]) {
      disagreements.push({ ...about, what, expected: row[what], found: check[what] });
    }
  }
  const { missing, extra } = compareStates(check.states, row.states);
  if (missing.length + extra.length > 0) {
    disagreements.push({ ...about, what: 'states', expected: missing, found: extra });
  }
  const hasRace = (check.races ?? 0) > 0;
  if (row.race !== undefined && row.race !== hasRace) {
    disagreements.push({ ...about, what: 'race', expected: row.race, found: hasRace });
  }
  return disagreements;
}

function compareStates(found: readonly string[], row: string): Record<'missing' | 'extra', readonly string[]> {
  if (found.join('|') === row) return { missing: [], extra: [] };
  const expected = row.split('|');
  return {
    missing: expected.filter((state) => !found.includes(state)),
    extra: found.filter((state) => !expected.includes(state)),
  };
}

export function formatDisagreement({ source, model, what, expected, found }: Disagreement): string {
  const place = `${source} ${model}`;
  if (what === 'row') return `${place}: no such row in the expected results`;
  if (what === 'race')
    return `${place}: ${found === true ? 'a' : 'no'} data race, expected ${expected === true ? 'one' : 'none'}`;
  if (what !== 'states') return `${place}: ${String(found)} ${what}, expected ${String(expected)}`;
  const list = (states: Disagreement['found']): string => (Array.isArray(states) ? states.join(' | ') : '');
  const missing = list(expected);
  const extra = list(found);
  return `${place}: final states${missing && ` not found: ${missing}`}${extra && ` not expected: ${extra}`}`;
}
