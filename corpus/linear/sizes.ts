import type { CheckReport } from 'fencepost';

/** What two tables of this folder and its neighbour say about scenarios that were checked for a while under a model. */
export const SIZE_COLUMNS = [
  'verdict',
  'all with calls',
  'scenarios',
  'executions',
  'CPU s',
  'for all, CPU s',
] as const;

type Checked = Pick<CheckReport, 'verdict' | 'executions' | 'incomplete' | 'scenarios'>;

/** `seconds`: CPU time. Executions take about the same time each, so their estimated number says how much is left. */
export function sizeCells({ verdict, executions, incomplete, scenarios }: Checked, seconds: number): string[] {
  // It has none if not even loading came to an end.
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
