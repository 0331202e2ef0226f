import { explanationOf } from './explained.js';
import type { Row } from './results.js';
import { agrees, pointsFor } from './score.js';
import { isExplained, isWrong } from './verdicts.js';

/** Returns the summary of a run: how many are right, wrong and undecided, and why. */
export function summaryOf(rows: readonly Row[]): string {
  const right = rows.filter(({ expected, answer }) => answer !== null && agrees(expected, answer));
  const open = rows.filter(({ answer }) => answer === null);
  const wrong = rows.filter(isWrong);
  const explained = rows.filter(isExplained);
  const isCompetition = rows.some(({ expected }) => expected === 'true');
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  return [
    [
      `${rows.length} cases: ${right.length} right`,
      `${wrong.length} wrong`,
      ...(explained.length > 0 ? [`${explained.length} explained`] : []),
      `${open.length} undecided; ${seconds.toFixed(0)} s`,
    ].join(', '),
    ...(isCompetition ? [`${rows.reduce((sum, row) => sum + pointsFor(row), 0)} points by SV-COMP's rules`] : []),
    ...causes(open).map(([cause, count]) => `  ${String(count).padStart(5)}  ${cause}`),
    ...explained.map((row) => `EXPLAINED  ${row.id}: ${row.answer!}, expected ${row.expected}: ${explanationOf(row)!}`),
    ...wrong.map(
      ({ id, expected, answer, detail }) => `WRONG  ${id}: ${answer!}, expected ${expected}${detail && ` (${detail})`}`,
    ),
  ].join('\n');
}

/** Returns the causes of undecided cases, most frequent first. Names and numbers in a cause do not tell it from others. */
function causes(open: readonly Row[]): [cause: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { detail } of open) {
    const cause = detail
      .split('\n')[0]!
      .replaceAll(/\S+\.[ci]\b(?::\d+)*/g, 'FILE')
      .replaceAll(/\d[\d,.]*/g, 'N');
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}
