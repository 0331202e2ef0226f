import { parseArgs } from 'node:util';
import type { Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import type { BoundedExploration, MonitorName } from '@fencepost/explore';
import { MONITORS, exploreBounded, together } from '@fencepost/explore';
import { load } from '../relaxer/programs.js';
import { cpuSeconds } from './cpu-seconds.js';

// npm run bench -- monitors [--most N --program NAME]: Tables 1 and 2 of Burnim, Sen and Stergiou (TACAS 2011), ours beside the paper's, as Markdown. All interleavings of our own
// versions of the seven programs with at most 1 and 2 preemptions; distinct violations are pairs of source places.
const { values } = parseArgs({
  options: { most: { type: 'string', default: '500000' }, program: { type: 'string', multiple: true, default: [] } },
});
const budget = Number(values.most);

/** As published, for each bound: interleavings, violations under TSO and under PSO. */
type Row = readonly [interleavings: number, tso: number, pso: number];

const PAPER: readonly (readonly [name: string, one: Row, two: Row])[] = [
  ['dekker', [79, 3, 5], [1714, 9, 11]],
  ['bakery', [197, 3, 4], [13632, 3, 4]],
  ['msn', [92, 0, 3], [2300, 0, 3]],
  ['ms2', [123, 0, 2], [3322, 0, 2]],
  ['harris', [161, 0, 2], [5646, 0, 2]],
  ['lazylist', [139, 0, 4], [4045, 0, 4]],
  ['snark', [172, 0, 4], [6510, 0, 10]],
];

interface Found {
  readonly search: BoundedExploration;
  readonly seconds: number;
  /** Pairs of labels, by model. */
  readonly pairs: Readonly<Record<'tso' | 'pso', ReadonlySet<string>>>;
}

/** `monitors`: none to measure the search alone. */
function explored(source: Program, bound: number, reduction: boolean, monitors: readonly MonitorName[]): Found {
  return withRestarts(() => {
    const states = new LocalStates(source);
    const pairs = { tso: new Set<string>(), pso: new Set<string>() };
    const text = (label: number): string => states.labels.get(label).text;
    let search!: BoundedExploration;
    const seconds = cpuSeconds(() => {
      search = exploreBounded(states, {
        ...{ mostPreemptions: bound, budget, reduction },
        ...(monitors.length > 0 && {
          observe: () =>
            together(
              monitors.map((name) =>
                MONITORS[name](states, ({ model, label, writeLabel }) =>
                  pairs[model === 'tso' ? 'tso' : 'pso'].add(`${text(label)} before ${text(writeLabel)}`),
                ),
              ),
            ),
        }),
      });
    });
    return { search, seconds, pairs };
  });
}

const number = new Intl.NumberFormat('en');
console.log(
  '| Program | Bound | Interleavings | TSO | PSO | TSO, PSO by borderline monitors | Seconds with monitors, without | Paper: interleavings, TSO, PSO |',
);
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
const listings: string[] = [];
for (const [name, ...rows] of PAPER) {
  if (values.program.length > 0 && !values.program.includes(name)) continue;
  for (const [i, paper] of rows.entries()) {
    const bound = i + 1;
    const source = await load(name);
    // The first search discovers local states of the compiled program for all: warm, as the others are.
    explored(source, 1, false, []);
    const { search, seconds, pairs } = explored(source, bound, false, ['simulation-tso', 'simulation-pso']);
    const alone = explored(source, bound, false, []).seconds;
    const traces = explored(source, bound, true, ['borderline-tso', 'borderline-pso']).pairs;
    const cells = [
      name,
      bound,
      (search.stoppedBy === 'budget' ? '> ' : '') + number.format(search.executions),
      pairs.tso.size,
      pairs.pso.size,
      `${traces.tso.size}, ${traces.pso.size}`,
      `${seconds.toFixed(2)}, ${alone.toFixed(2)}`,
      paper.map((value) => number.format(value)).join(', '),
    ];
    console.log(`| ${cells.join(' | ')} |`);
    if (bound === 1) listings.push(...(['tso', 'pso'] as const).map((model) => listing(name, model, pairs[model])));
  }
}
console.log(`\n${listings.filter((line) => line !== '').join('\n')}`);

function listing(name: string, model: string, pairs: ReadonlySet<string>): string {
  return pairs.size === 0 ? '' : `- ${name}, ${model.toUpperCase()}: ${[...pairs].toSorted().join('; ')}.`;
}
