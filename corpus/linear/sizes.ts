import type { CheckReport } from 'fencepost';

/**
 * Columns of the two tables of this folder and its neighbour: results for scenarios checked with a time limit under a
 * model.
 */
export const SIZE_COLUMNS = [
  'verdict',
  'all with calls',
  'scenarios',
  'executions',
  'CPU s',
  'for all, CPU s',
] as const;

type Checked = Pick<CheckReport, 'verdict' | 'executions' | 'incomplete' | 'scenarios'>;

/**
 * Returns a row. `seconds`: CPU time. Executions take about the same time each, so their estimated number indicates the
 * remaining time.
 */
export function sizeCells({ verdict, executions, incomplete, scenarios }: Checked, seconds: number): string[] {
  // Absent if not even loading finished.
  const { checked = 0, count = 0, extent = '' } = scenarios ?? {};
  const most = Number(/at most (\d+) call/.exec(extent)?.[1] ?? 0);
  const fewer = Number(/fewer than (\d+) calls/.exec(incomplete?.covered ?? '')?.[1] ?? 1);
  const all = incomplete === null ? most : fewer - 1;
  const estimate = incomplete?.estimate?.likely;
  const whole = incomplete === null ? seconds : (seconds * (estimate ?? Number.NaN)) / executions;
  return [
    verdict,
    incomplete?.stoppedBy === 'failure' ? '' : `${all}`,
    checked === count ? counted(count) : `${counted(checked)} of ${counted(count)}`,
    counted(executions),
    seconds.toFixed(1),
    verdict === 'failing' || Number.isNaN(whole) ? '' : counted(Math.ceil(whole)),
  ];
}

export function counted(value: number): string {
  return value.toLocaleString('en');
}
