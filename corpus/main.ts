import { runCommand, runTests } from '@fencepost/testing/commands';

// npm run corpus -- NAME … or --list. corpus/README.md explains what is in it.
await runCommand('corpus', [
  {
    name: 'c',
    what: 'the programs in C and C++; WORD selects, quick skips slow ones, agree compares explorers, recordings compares monitors; --jobs N',
    run: () => import('./c-programs.js'),
  },
  {
    name: 'linear',
    what: 'scenarios of data structures in C, and their mutants; WORD selects, --seconds N of CPU time, --only sizes|mutants',
    run: () => import('./linear/main.js'),
  },
  {
    name: 'linear-js',
    what: 'the same of structures in TypeScript',
    built: true,
    run: () => import('./linear-js/main.js'),
  },
  {
    name: 'linear-mutants',
    what: 'each mutant in TypeScript fails where the table says, and passes without its mistake',
    run: () => runTests(['test/linear-js'], { FENCEPOST_ROTATION: 'all' }),
  },
  {
    name: 'packages',
    what: 'npm packages, as published, by the harnesses of test/packages',
    run: () => runTests(['test/javascript-packages', 'test/javascript-more-packages'], { FENCEPOST_ROTATION: 'all' }),
  },
  {
    name: 'trials-js',
    what: 'trials in JavaScript, where present, with those of 60,000 executions and more',
    run: () => runTests(['test/javascript-trials'], { FENCEPOST_SLOW_TRIALS: '1' }),
  },
]);
