/** A benchmark that prints one table. */
export interface Measured {
  /** Its name in benchmarks/main.ts. */
  readonly script: string;
  readonly args?: readonly string[];
  /** What a short run asks for; without it the benchmark has none. */
  readonly quick?: readonly string[];
  /** Whether it runs beside another checker, whose binary this variable of the environment names. */
  readonly beside?: 'GENMC';
  /** The columns that are the same in every run, and those that name a row. */
  readonly exact?: readonly string[];
}

/** The benchmarks that can be run again as they are, by the names of their results. */
export const COMMANDS: Readonly<Record<string, Measured>> = {
  peers: {
    script: 'explore',
    quick: ['--program', 'sb(13)', '--model', 'tso'],
    exact: ['Program', 'Model', 'Executions', 'Blocked'],
  },
  'end-to-end': {
    script: 'end-to-end',
    quick: ['--rounds', '1', '--program', 'tiny', '--program', 'sb(7)'],
    exact: ['Program', 'Executions'],
  },
  genmc: { script: 'end-to-end', beside: 'GENMC' },
  jobs: { script: 'jobs' },
  models: { script: 'models' },
  cluster: { script: 'cluster' },
  sober: {
    script: 'sober',
    args: ['--most', '50000'],
    quick: ['--most', '500'],
    exact: ['Program', 'Bound', 'Traces, borderline', 'Paper: total, borderline'],
  },
  'linear-libraries': { script: 'linear-libraries', args: ['--seconds', '120'] },
  'linear-packages': { script: 'linear-packages', args: ['--seconds', '120'] },
  monitors: { script: 'monitors' },
  cached: { script: 'cached', args: ['400'] },
  nidhugg: { script: 'nidhugg' },
};
