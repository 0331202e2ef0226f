import { causeOf } from './causes.js';
import type { Row } from './results.js';
import { agrees, pointsFor } from './score.js';
import type { Case, TruthSet } from './set.js';
import { isExplained, isWrong } from './verdicts.js';

/** What came out for a part of a set: numbers only. */
export interface Tally {
  readonly set: string;
  /** Empty: the whole set. */
  readonly part: string;
  /** All cases of the part, and those of them that were run. */
  readonly cases: number;
  readonly run: number;
  readonly right: number;
  readonly wrong: number;
  readonly explained: number;
  readonly undecided: number;
  /** How many are undecided for which cause, most frequent first. */
  readonly causes: Readonly<Record<string, number>>;
  /** By the rules of SV-COMP, and the most that the cases that were run can give. */
  readonly points?: number;
  readonly mostPoints?: number;
  /** Seconds of CPU time. */
  readonly cpu: number;
  readonly limits: readonly string[];
  readonly commits: readonly string[];
}

/** Returns a tally for each part of the set, in alphabetical order. `rows` has at most one row for a case. */
export function talliesOf(set: TruthSet, cases: readonly Case[], rows: readonly Row[]): Tally[] {
  const { name, partOf = () => '', scored = false } = set;
  const counts = countedBy(cases, ({ id }) => partOf(id));
  return Object.entries(counts)
    .map(([part, count]): Tally => {
      const own = rows.filter(({ id }) => partOf(id) === part);
      return { set: name, part, cases: count, ...tallyOf(own), ...(scored && scoreOf(own)) };
    })
    .sort((a, b) => (a.part < b.part ? -1 : 1));
}

function tallyOf(rows: readonly Row[]): Omit<Tally, 'set' | 'part' | 'cases'> {
  const open = rows.filter(({ answer }) => answer === null);
  return {
    run: rows.length,
    right: rows.filter(({ expected, answer }) => answer !== null && agrees(expected, answer)).length,
    wrong: rows.filter(isWrong).length,
    explained: rows.filter(isExplained).length,
    undecided: open.length,
    causes: mostFrequentFirst(countedBy(open, ({ detail }) => causeOf(detail))),
    // Results of earlier versions have wall times only.
    cpu: Math.round(sumOf(rows, ({ seconds, cpu = seconds }) => cpu)),
    limits: distinct(rows.map(({ limit = '' }) => limit)),
    commits: distinct(rows.map(({ commit }) => commit)),
  };
}

function scoreOf(rows: readonly Row[]): Pick<Tally, 'points' | 'mostPoints'> {
  return {
    points: sumOf(rows, pointsFor),
    mostPoints: sumOf(rows, ({ expected }) => pointsFor({ expected, answer: expected })),
  };
}

function sumOf(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}

function countedBy<T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}

function mostFrequentFirst(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '').sort();
}
