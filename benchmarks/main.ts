import { runCommand } from '@fencepost/testing/commands';

// npm run bench -- NAME … or --list. docs/evidence/benchmarks.md and docs/evidence/experiments.md have the results.
await runCommand('bench', [
  {
    name: 'report',
    what: 'makes the tables and plots of the docs from benchmarks/raw; --measure NAME measures first; --quick only compares',
    run: () => import('./report/main.js'),
  },
  // The search.
  { name: 'explore', what: 'executions per second of the explorer', run: () => import('./explore/bench.js') },
  {
    name: 'end-to-end',
    what: 'whole commands, from their start to the verdict',
    built: true,
    run: () => import('./end-to-end/bench.js'),
  },
  {
    name: 'jobs',
    what: 'whole commands with 1, 2 and 4 jobs: equal reports, and times',
    built: true,
    run: () => import('./end-to-end/jobs.js'),
  },
  {
    name: 'models',
    what: 'what an execution costs under RC11 and ARMv8, compared with TSO',
    built: true,
    run: () => import('./c/models.js'),
  },
  { name: 'linear', what: 'linearizability: histories per second', run: () => import('./linear/bench.js') },
  {
    name: 'estimates',
    what: 'how often the estimate of a search is right',
    run: () => import('./explore/estimates.js'),
  },
  // Front ends.
  {
    name: 'c',
    what: 'programs compiled from C: executions per second, start-up time',
    built: true,
    run: () => import('./c/bench.js'),
  },
  {
    name: 'javascript',
    what: 'checks in TypeScript compared with generator programs; instrumentation speed',
    built: true,
    run: async () => {
      await import('./javascript/bench.js');
      await import('./javascript/transform.js');
    },
  },
  {
    name: 'typescript',
    what: 'checks in TypeScript with threads: whole commands with an empty cache',
    built: true,
    run: () => import('./javascript/cold.js'),
  },
  {
    name: 'orders',
    what: "orders that fast-check's scheduler tries until an async bug shows, beside the executions of Fencepost",
    built: true,
    run: () => import('./javascript/orders.js'),
  },
  {
    name: 'tasks',
    what: 'tasks and calls of async programs that are decided in 10 s',
    built: true,
    run: () => import('./javascript/tasks.js'),
  },
  // Coding agents.
  {
    name: 'coding-agents',
    what: 'tasks that a client solves which only takes fixes that were checked (fencepost mcp)',
    built: true,
    run: () => import('./agents/bench.js'),
  },
  {
    name: 'agent-sizes',
    what: 'sizes of reports for 30 programs: text, JSON, for agents',
    built: true,
    run: () => import('./agents/sizes.js'),
  },
  {
    name: 'agent-start-up',
    what: 'start-up and size of the packed package: alone, with the SDK of the server, without the code for agents',
    built: true,
    run: () => import('./agents/start-up.js'),
  },
  // Active testing, monitors, recordings.
  {
    name: 'active',
    what: 'active testing: executions per second, long traces',
    run: () => import('./explore/active.js'),
  },
  {
    name: 'active-size',
    what: 'active testing of one large program: cycles, executions, memory',
    run: () => import('./explore/active-size.js'),
  },
  {
    name: 'sampling',
    what: 'how many executions of small programs fail: random, PCT, POS, SURW',
    run: () => import('./relaxer/sampling.js'),
  },
  { name: 'monitor-cost', what: 'what monitors cost', run: () => import('./explore/monitor-cost.js') },
  {
    name: 'recorder',
    what: 'what recording a native program costs, bytes per operation, the reader',
    built: true,
    run: () => import('./recorder/bench.js'),
  },
  {
    name: 'recordings',
    what: 'monitors on recordings of up to 10⁷ operations',
    run: () => import('./recordings/bench.js'),
  },
  {
    name: 'beside-exploration',
    what: 'monitors of recordings compared with exploration',
    run: () => import('./recordings/beside-exploration.js'),
  },
  // Clusters.
  {
    name: 'cluster',
    what: 'simulates 100 to 10,000 workers on recorded searches',
    run: () => import('./cluster/main.js'),
  },
  {
    name: 'agents',
    what: 'two agents against --jobs 2, in turns; needs Node 22.12 and PostgreSQL',
    built: true,
    run: () => import('./cluster/agents.js'),
  },
  {
    name: 'queue',
    what: 'what a job costs while 10⁶ wait; needs Node 22.12 and PostgreSQL',
    run: () => import('./cluster/queue.js'),
  },
  // Libraries and programs of others.
  {
    name: 'libraries',
    what: 'checks structures of installed libraries; WORD selects, --include FOLDER has headers that Debian does not have',
    built: true,
    run: () => import('./libraries/main.js'),
  },
  {
    name: 'linear-libraries',
    what: 'are their structures linearizable? WORD selects',
    built: true,
    run: () => import('./libraries/linear.js'),
  },
  {
    name: 'linear-packages',
    what: 'the same of npm packages',
    built: true,
    run: () => import('./libraries/linear-packages.js'),
  },
  {
    name: 'seeded',
    what: 'a larger program with seeded bugs, recorded and monitored',
    built: true,
    run: () => import('./experiments/seeded.js'),
  },
  {
    name: 'cached',
    what: 'a cache server with seeded bugs, against recordings without one, and ThreadSanitizer; REQUESTS of each client',
    built: true,
    run: () => import('./experiments/cached-monitored.js'),
  },
  {
    name: 'seeds',
    what: 'the same by the commands record and monitor --baseline; or FILE.c with -DSEED_NAME',
    built: true,
    run: () => import('./experiments/seeds.js'),
  },
  {
    name: 'steered',
    what: 'both servers, steered by chance and with the pairs of recordings; RUNS, then names of seeds',
    built: true,
    run: () => import('./experiments/steered.js'),
  },
  {
    name: 'programs',
    what: "the same with Debian's programs; NAME selects",
    built: true,
    run: () => import('./experiments/programs.js'),
  },
  {
    name: 'beside-tsan',
    what: "Debian's programs built plainly, for ThreadSanitizer and for the recorder: costs and reports; NAME selects",
    built: true,
    run: () => import('./beside/main.js'),
  },
  {
    name: 'stress',
    what: 'litmus tests on real workers, compared with what TSO allows',
    run: () => import('./stress/main.js'),
  },
  // Tables of papers, ours beside the published ones.
  { name: 'sober', what: 'SOBER (CAV 2008): Fig. 4(a)', run: () => import('./experiments/sober.js') },
  {
    name: 'monitors',
    what: 'Burnim and others (TACAS 2011): Tables 1 and 2',
    run: () => import('./experiments/monitors.js'),
  },
  {
    name: 'nidhugg',
    what: 'Nidhugg (Acta Informatica 2017): Table 1',
    built: true,
    run: () => import('./experiments/nidhugg.js'),
  },
  {
    name: 'apr',
    what: 'the real-life subject of the same table, the Apache Portable Runtime',
    built: true,
    run: () => import('./experiments/apr.js'),
  },
  {
    name: 'relaxer',
    what: 'RELAXER (ISSTA 2011): Table 1; as in the paper with --trials 30 --script 100, which takes hours: --results FILE keeps what was run',
    run: () => import('./relaxer/table.js'),
  },
  {
    name: 'relaxer-coverage',
    what: 'of the SC violations that exploration finds, those that active testing finds',
    run: () => import('./relaxer/coverage.js'),
  },
  {
    name: 'relaxer-scale',
    what: 'executions until a work-stealing pool fails for the first time, by method',
    run: () => import('./relaxer/scale.js'),
  },
  { name: 'relaxer-ringbuf', what: 'the same of a ring of ringbuf.js', run: () => import('./relaxer/ringbuf.js') },
]);
