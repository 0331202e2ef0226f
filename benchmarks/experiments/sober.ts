import { parseArgs } from 'node:util';
import type { Program } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { MONITORS, exploreBounded } from '@fencepost/explore';
import { bakery, dekker, figure1b, takeQueue } from '@fencepost/testing';
import { BorderlineCount } from './borderline-count.js';
import { cpuSeconds } from './cpu-seconds.js';

// npm run bench -- sober [--most N]: Fig. 4(a) of SOBER (CAV 2008), ours beside the paper's, as Markdown. Interleavings of our own versions
// of its programs with at most this many preemptions, and how many of them are borderline; traces are interleavings up to the order
// of independent steps. Times are CPU seconds of the search without reduction, with the monitor and without.
const { values } = parseArgs({ options: { most: { type: 'string', default: '200000' } } });
const budget = Number(values.most);

interface Subject {
  readonly make: (fenced: boolean) => Program;
  /** By bound: total, borderline, and the seconds with SOBER and with CHESS alone, as published. */
  readonly paper: readonly (readonly [
    bound: number,
    total: string,
    borderline: string,
    sober: string,
    chess: string,
  ])[];
}

const SUBJECTS: readonly Subject[] = [
  { make: figure1b, paper: [[Infinity, '10', '4', '< 0.2', '< 0.2']] },
  {
    make: (fenced) => dekker(2, fenced),
    paper: [
      [1, '5', '4', '< 0.2', '< 0.2'],
      [2, '36', '23', '0.39', '0.37'],
      [3, '183', '50', '1.9', '1.8'],
      [4, '1,219', '124', '13.2', '13.0'],
      [5, '8,472', '349', '106.0', '100.6'],
    ],
  },
  {
    make: (fenced) => bakery(3, fenced),
    paper: [
      [0, '1', '1', '< 0.2', '< 0.2'],
      [1, '25', '20', '0.47', '0.43'],
      [2, '742', '533', '10.3', '9.8'],
      [3, '12,436', '8,599', '189.0', '181.0'],
    ],
  },
  {
    make: (fenced) => takeQueue(3, fenced),
    paper: [
      [0, '3', '0', '< 0.3', '< 0.3'],
      [1, '47', '14', '0.72', '0.69'],
      [2, '402', '189', '5.2', '4.9'],
      [3, '2,318', '1,197', '28.9', '27.8'],
      [4, '9,147', '5,321', '125.5', '118.9'],
      [5, '29,821', '17,922', '481.5', '461.6'],
    ],
  },
];

/** Executions and borderline ones with at most this many preemptions; undefined: more than the budget. */
function counted(source: Program, bound: number, reduction: boolean): readonly [number, number] | undefined {
  const states = new LocalStates(source);
  const borderline = new BorderlineCount(states, 'sober');
  const { executions, stoppedBy } = exploreBounded(states, {
    ...(bound < Infinity && { mostPreemptions: bound }),
    ...{ budget, reduction },
    observe: () => borderline.observer(),
    onExecution: () => borderline.examine(),
  });
  return stoppedBy === 'budget' ? undefined : [executions, borderline.count];
}

function seconds(source: Program, bound: number, monitored: boolean): number {
  const states = new LocalStates(source);
  const options = { ...(bound < Infinity && { mostPreemptions: bound }), budget, reduction: false };
  return cpuSeconds(() =>
    exploreBounded(
      states,
      monitored ? { ...options, observe: () => MONITORS.sober(states, () => undefined) } : options,
    ),
  );
}

const number = new Intl.NumberFormat('en');
const shown = (pair: readonly [number, number] | undefined): readonly [string, string] =>
  pair === undefined ? [`> ${number.format(budget)}`, '?'] : [number.format(pair[0]), number.format(pair[1])];

console.log(
  '| Program | Bound | Interleavings, borderline | Traces, borderline | With fences: interleavings, borderline | Seconds with monitor, without | Paper: total, borderline | Paper: seconds SOBER, CHESS |',
);
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
for (const { make, paper } of SUBJECTS) {
  for (const [bound, total, borderline, sober, chess] of paper) {
    const all = counted(make(false), bound, false);
    const cells = [
      make(false).name,
      bound === Infinity ? '∞' : bound,
      shown(all).join(', '),
      shown(counted(make(false), bound, true)).join(', '),
      shown(counted(make(true), bound, false)).join(', '),
      `${seconds(make(false), bound, true).toFixed(2)}, ${seconds(make(false), bound, false).toFixed(2)}`,
      `${total}, ${borderline}`,
      `${sober}, ${chess}`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
