import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../repository.js';
import { check, shown } from './command.js';

// npm run bench -- nidhugg [--program NAME --max-time SECONDS]: Table 1 of Nidhugg (Acta Informatica 2017), ours beside the paper's, as Markdown. The programs are our own
// versions of the paper's; loops are unrolled as there. A star is a failure. apr is in apr.ts.
const { values } = parseArgs({
  options: { program: { type: 'string', multiple: true, default: [] }, 'max-time': { type: 'string', default: '120' } },
});

interface Row {
  readonly name: string;
  readonly fence: '–' | 'tso' | 'pso';
  /** In the corpus. */
  readonly file: string;
  readonly flags?: readonly string[];
  readonly unroll?: number;
  /** Seconds under SC, TSO and PSO, with stars. */
  readonly paper: readonly [string, string, string];
}

const ROWS: readonly Row[] = [
  { name: 'dcl_singleton', fence: '–', file: 'papers/dcl_singleton.c', unroll: 7, paper: ['0.08', '0.08', '0.08 *'] },
  {
    ...{ name: 'dcl_singleton', fence: 'pso', file: 'papers/dcl_singleton.c', flags: ['-DFENCE'], unroll: 7 },
    paper: ['0.08', '0.08', '0.08'],
  },
  ...levels('dekker', 10, [
    ['0.10', '0.11 *', '0.09 *'],
    ['0.11', '0.12', '0.08 *'],
    ['0.11', '0.12', '0.12'],
  ]),
  ...fibonacci('fib_false', 'fib_checker.c', ['-DBUG'], ['2.39 *', '5.57 *', '6.20 *']),
  ...fibonacci('fib_false_join', 'fib.c', ['-DBUG'], ['0.32 *', '0.62 *', '0.71 *']),
  ...fibonacci('fib_true', 'fib_checker.c', [], ['25.83', '75.06', '86.32']),
  ...fibonacci('fib_true_join', 'fib.c', [], ['1.20', '2.88', '3.19']),
  { name: 'indexer', fence: '–', file: 'papers/indexer.c', unroll: 20, paper: ['0.10', '0.09', '0.09'] },
  ...levels('lamport', 8, [
    ['0.08', '0.08 *', '0.08 *'],
    ['0.09', '0.08', '0.07 *'],
    ['0.08', '0.08', '0.08'],
  ]),
  { name: 'parker', fence: '–', file: 'papers/parker.c', unroll: 10, paper: ['1.50', '0.09 *', '0.08 *'] },
  {
    ...{ name: 'parker', fence: 'pso', file: 'papers/parker.c', flags: ['-DFENCE'], unroll: 10 },
    paper: ['1.50', '1.92', '2.94'],
  },
  ...levels('peterson', undefined, [
    ['0.07', '0.07 *', '0.07 *'],
    ['0.07', '0.07', '0.07 *'],
    ['0.07', '0.07', '0.08'],
  ]),
  {
    ...{ name: 'pgsql', fence: '–', file: 'papers/pgsql.c', flags: ['-DROUNDS=7'], unroll: 8 },
    paper: ['0.08', '0.07', '0.08 *'],
  },
  {
    ...{ name: 'pgsql', fence: 'pso', file: 'papers/pgsql.c', flags: ['-DFENCE', '-DROUNDS=7'], unroll: 8 },
    paper: ['0.07', '0.07', '0.08'],
  },
  {
    ...{ name: 'pgsql_bnd', fence: 'pso', file: 'peers/pgsql_bnd.c', unroll: 8 },
    flags: ['-DFENCE', '-DROUNDS=4', '-DTRIES=4'],
    paper: ['89.44', '106.04', '112.60'],
  },
  { name: 'stack_safe', fence: '–', file: 'papers/stack.c', flags: ['-DK=5'], paper: ['0.34', '0.36', '0.43'] },
  {
    ...{ name: 'stack_unsafe', fence: '–', file: 'papers/stack.c', flags: ['-DUNSAFE', '-DK=5'] },
    paper: ['0.08 *', '0.08 *', '0.09 *'],
  },
  ...levels('szymanski', undefined, [
    ['0.07', '0.13 *', '0.07 *'],
    ['0.08', '0.08', '0.07 *'],
    ['0.08', '0.08', '0.08'],
  ]),
];

/** A mutual exclusion without fences, with those that TSO needs, and with those that PSO needs. */
function levels(name: string, unroll: number | undefined, paper: readonly Row['paper'][]): Row[] {
  return (['–', 'tso', 'pso'] as const).map((fence, level) => ({
    ...{ name, fence, file: `papers/${name}.c`, flags: [`-DFENCE=${level}`], paper: paper[level]! },
    ...(unroll !== undefined && { unroll }),
  }));
}

function fibonacci(name: string, file: string, flags: readonly string[], paper: Row['paper']): Row[] {
  return [{ name, fence: '–', file: `peers/${file}`, flags: ['-DK=5', ...flags], paper }];
}

console.log('| Program | Fences | Unrolled | SC: seconds (executions) | TSO | PSO | Paper: SC, TSO, PSO | Verdicts |');
console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |');
let [same, all] = [0, 0];
for (const { name, fence, file, flags = [], unroll, paper } of ROWS) {
  if (values.program.length > 0 && !values.program.includes(name)) continue;
  const checks = await check(join(REPOSITORY, 'corpus', file), {
    ...{ flags, mostSeconds: Number(values['max-time']) },
    ...(unroll !== undefined && { unroll }),
  });
  const agree = checks.filter(({ verdict }, i) => verdict === (paper[i]!.endsWith('*') ? 'failing' : 'safe')).length;
  same += agree;
  all += checks.length;
  const cells = [
    name,
    fence,
    unroll ?? '–',
    ...checks.map(shown),
    paper.join(', '),
    agree === 3 ? 'the same' : 'DIFFER',
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
console.log(`\n${same} of ${all} verdicts as published.`);
