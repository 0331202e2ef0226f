import type { Panel, Series } from './plot.js';
import type { Row } from './table.js';
import { numberIn } from './table.js';

type RowsOf = (name: string) => readonly Row[];

/** What is drawn of the results, by the name of the file in docs/images. */
export const PLOTS: Readonly<Record<string, (rowsOf: RowsOf) => readonly Panel[]>> = {
  'growth.svg': (rowsOf) =>
    [
      { title: 'Whole command, cold', column: 'Cold, CPU s', yLabel: 'CPU s' },
      { title: 'Whole command, compiled before', column: 'Cached, CPU s', yLabel: 'CPU s' },
      { title: 'Memory', column: 'Memory', yLabel: 'MB' },
    ].map(({ title, column, yLabel }) => ({
      ...{ title, xLabel: 'executions', yLabel },
      series: FAMILIES.map((family) => ({
        name: family,
        points: pairs(rowsOf('end-to-end').filter(isOf(family)), 'Executions', column),
      })),
    })),
  'cores.svg': (rowsOf) => [
    {
      ...{ title: 'Several cores, whole command, cold', xLabel: 'jobs', yLabel: 'seconds' },
      series: rowsOf('cores').map((row) => ({
        name: String(row['program']),
        points: [1, 2].flatMap((jobs) => pair(jobs, row[`\`--jobs ${jobs}\``])),
      })),
    },
  ],
  'sober.svg': (rowsOf) =>
    ['dekker(2)', 'bakery(3)', 'takequeue(3)'].map((program) => {
      const rows = rowsOf('sober').filter((row) => row['Program'] === program && numberIn(row['Bound'])! > 0);
      const columns = { ours: 'Interleavings, borderline', 'of the paper': 'Paper: total, borderline' };
      return {
        ...{ title: program, xLabel: 'preemptions at most', yLabel: 'interleavings' },
        series: Object.entries(columns).map(([name, column]) => ({ name, points: pairs(rows, 'Bound', column) })),
      };
    }),
  'nidhugg.svg': (rowsOf) => [
    {
      ...{ title: 'Fencepost beside Nidhugg’s paper', xLabel: 'seconds, paper', yLabel: 'seconds, Fencepost' },
      series: ['SC: seconds (executions)', 'TSO', 'PSO'].map((column, i): Series => {
        const points = rowsOf('nidhugg').flatMap((row) =>
          pair(numberIn(String(row['Paper: SC, TSO, PSO']).split(',')[i]), row[column]),
        );
        return { name: ['SC', 'TSO', 'PSO'][i]!, points, scattered: true };
      }),
    },
  ],
};

const FAMILIES = ['sb', 'readers', 'inc', 'lastzero', 'fib', 'indexer'];

function isOf(family: string): (row: Row) => boolean {
  return (row) => String(row['Program']).startsWith(`\`${family}(`);
}

function pairs(rows: readonly Row[], x: string, y: string): [number, number][] {
  return rows.flatMap((row) => pair(numberIn(row[x]), row[y]));
}

/** None if a number is missing, or zero: axes are logarithmic. */
function pair(x: number | undefined, y: Row[string] | undefined): [number, number][] {
  const other = numberIn(y);
  return x === undefined || other === undefined || x === 0 || other === 0 ? [] : [[x, other]];
}
