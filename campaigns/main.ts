import { runCommand, runTests } from '@fencepost/testing/commands';
import type { ProofName } from './proofs/proofs.js';

const PARITY = 'packages/playground/test/';
const CHECKS = 'packages/javascript/test/check/';

/** Random programs of a front end against an independent machine. */
async function compared(frontEnd: string): Promise<void> {
  const { randomPrograms } = await import('./random-programs.js');
  return randomPrograms(frontEnd);
}

/** Proofs about random C programs against searches. */
async function proved(name: ProofName): Promise<void> {
  const [{ runProof }, { PROOFS }] = await Promise.all([import('./proofs/run-proof.js'), import('./proofs/proofs.js')]);
  return runProof(PROOFS[name]);
}

// npm run campaign -- NAME [--programs N] [--seed N] … or --list. docs/evidence/campaigns.md explains them.
await runCommand('campaign', [
  // Random programs of the core.
  { name: 'oracle', what: 'the explorers against the oracle', run: () => import('./explorers/oracle.js') },
  {
    name: 'axioms',
    what: 'the graph explorer against the axioms of SC, RC11 and ARMv8',
    run: () => import('./explorers/axioms.js'),
  },
  {
    name: 'symmetry',
    what: 'the search up to symmetry against the orbits of the full search',
    run: () => import('./explorers/symmetry.js'),
  },
  {
    name: 'retries',
    what: 'retry loops left out by the graph explorer against the same loops followed, and the oracle',
    run: () => runTests(['packages/explore/test/retries'], { FENCEPOST_RETRYING: '5000' }),
  },
  {
    name: 'units',
    what: 'loops whose reads are revisited together against the same loops read by read, with races',
    run: () => runTests(['packages/explore/test/spin-unit-races'], { FENCEPOST_UNITS: '2000' }),
  },
  {
    name: 'preemptions',
    what: 'searches with bounded preemptions against all linearisations of all executions',
    run: () => runTests(['packages/explore/test/preemptions'], { FENCEPOST_PREEMPTIONS: '500' }),
  },
  // Random programs in C and JavaScript.
  { name: 'c', what: 'verdicts on C against an independent interpreter', run: () => compared('c') },
  { name: 'loops', what: 'the same, with loops', run: () => compared('loops') },
  { name: 'javascript', what: 'the same of JavaScript', run: () => compared('javascript') },
  {
    name: 'accesses',
    what: 'accesses of JavaScript under ARMv8 against its axioms',
    run: () => compared('accesses'),
  },
  { name: 'bulk', what: 'copies of bytes against the independent interpreter', run: () => compared('bulk') },
  { name: 'blocks', what: 'copies of bytes against single accesses', run: () => import('./blocks/main.js') },
  { name: 'races', what: 'proofs that there is no data race against searches', run: () => proved('races') },
  { name: 'values', what: 'proofs that no assertion can fail against searches', run: () => proved('values') },
  { name: 'symbols', what: 'the same by states with symbols, against searches', run: () => proved('symbols') },
  {
    name: 'counters',
    what: 'loops of JavaScript whose counters are passed over against the same loops explored one by one',
    run: () => runTests([`${CHECKS}counters`], { FENCEPOST_COUNTERS: '300' }),
  },
  { name: 'timers', what: 'timers and messages against real Node; --runs N', run: () => import('./timers/main.js') },
  { name: 'tasks', what: 'async tasks against all orders in real Node', run: () => import('./tasks/main.js') },
  {
    name: 'native',
    what: 'C and C++ with a deterministic output against the machine itself; --compiler clang',
    run: () => import('./native/main.js'),
  },
  {
    name: 'packages',
    what: 'random npm packages, bundled and not',
    run: () => runTests([`${CHECKS}package-campaign`], { FENCEPOST_PACKAGES: '500' }),
  },
  {
    name: 'input',
    what: 'bad inputs for the built command; --each N, --without-compiler',
    built: true,
    run: () => import('./input/main.js'),
  },
  // Recordings, repairs, clusters, the playground, the package.
  {
    name: 'recordings',
    what: 'monitors of recordings against every placement of every operation, and predictions against every reordering',
    run: () =>
      runTests(
        [
          'packages/recording/test/exactness',
          'packages/recording/test/synchronised',
          'packages/recording/test/multi-copy',
          'packages/recording/test/predicted',
          'packages/recording/test/outside',
        ],
        {
          FENCEPOST_RECORDINGS: '6000',
        },
      ),
  },
  {
    name: 'fix',
    what: 'costs of repairs against brute force: litmus tests of x86, random programs; ten minutes',
    run: () =>
      runTests(
        ['packages/check/test/repair/minimal', 'packages/check/test/repair/relaxation', 'packages/fix/test/litmus'],
        {
          FENCEPOST_FIX: '500',
          FENCEPOST_ROTATION: 'all',
        },
      ),
  },
  {
    name: 'cluster',
    what: 'a cluster whose agents, database and network fail against one process, three times; some 20 minutes',
    built: true,
    run: () => runTests(['test/cluster'], { FENCEPOST_CLUSTER_RUNS: '3' }),
  },
  {
    name: 'playground-c',
    what: 'a hundred programs in C, checked in Chromium, against the command',
    built: true,
    run: () => runTests([`${PARITY}parity`], { FENCEPOST_PARITY: '100' }),
  },
  {
    name: 'playground-typescript',
    what: 'all checks in TypeScript and JavaScript that fit into one file, in Chromium, against the command',
    built: true,
    run: () => runTests([`${PARITY}typescript-parity`], { FENCEPOST_PARITY: 'all' }),
  },
  {
    name: 'published',
    what: 'what would be published on every supported Node with every test runner',
    built: true,
    run: () => runTests(['test/published'], { FENCEPOST_NODES: 'all' }),
  },
]);
