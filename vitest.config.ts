import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { madeModules, pageModule } from './tools/scripts/bundle-page.js';
import { inOrder } from './test/setup/in-order.js';

// Workspace packages resolve to their sources (see "exports" in each package.json), so tests need no build.
const conditions = ['fencepost-source'];

// The one module that is no source but made by a build: it is made when a test imports it.
const page = path.join(import.meta.dirname, 'packages', 'viewer', 'src', 'page.js');
const pageWithoutBuild = {
  ...madeModules({ [page]: async () => (await pageModule()).text }),
  enforce: 'pre' as const,
};

/** Tests get this instead of fast-check. */
const seeded = path.join(import.meta.dirname, 'test', 'setup', 'fast-check.ts');
const withSeed = {
  name: 'with-seed',
  enforce: 'pre' as const,
  resolveId: (name: string, importer?: string) => (name === 'fast-check' && importer !== seeded ? seeded : undefined),
};

/** Minutes each: long campaigns, the corpus, and everything that herd7 answers. */
const LONG = [
  'test/c-corpus*.test.ts',
  'test/{native-campaign,campaign-*}.test.ts',
  'packages/explore/test/{axioms,properties}.test.ts',
  'packages/fencepost/test/corpus.test.ts',
  'packages/litmus/test/references.test.ts',
];

/** Begun first, in this order, so that no core waits at the end for one of them. */
const FIRST = [
  ...['test/c-corpus', 'test/native-campaign', 'test/c-corpus-attacks', 'test/campaign-c', 'test/supervise'],
  ...['packages/explore/test/rounds', 'test/test-jobs', 'test/campaign-javascript', 'test/interrupting'],
  ...[
    'test/cluster/roles',
    'test/litmus-jobs',
    'packages/explore/test/active-testing',
    'test/relaxer',
    'packages/explore/test/properties',
  ],
].map((name) => path.join(import.meta.dirname, `${name}.test.ts`));

/** Seconds each: whole commands, compiled programs, browsers, searches of many random programs. */
const SLOW = [
  'test/**/*.test.ts',
  'packages/c/test/**/{build,compile-back,freeing,instances,loops}.test.ts',
  'packages/c/test/program/*.test.ts',
  'packages/check/test/**/{check-program,dispatching,test-program}.test.ts',
  'packages/cluster/test/protocol.test.ts',
  'packages/explore/test/{active-testing,active-confirm,bounded,graph-dives,graph-memory,job-pool}.test.ts',
  'packages/explore/test/{loops,model-theorems,monitors,oracle-properties,races-properties,rounds,weak-counts}.test.ts',
  'packages/fencepost/test/**/{adapters/*,caveats,fix/structures,scenario-command,check-program,explorers,scenario-threads,c-reports,replay-c,test-command,test-program}.test.ts',
  'packages/javascript/test/{stress,check/polling}.test.ts',
  'packages/recorder/test/*.test.ts',
  'packages/recording/test/{exactness,explain,outside,races}.test.ts',
  'packages/{playground,viewer,workers}/test/*.test.ts',
];

/** Quick, but each needs modules and globals of its own: they register models and formats, and replace built-in functions. */
const ISOLATED = ['packages/{fencepost,javascript}/test/**/*.test.ts'];

const NEVER = ['**/node_modules/**', '**/dist/**'];

const sequencer = inOrder(FIRST);

/** Some of these tests wait, for a clock or a compiler: with one worker more than there are cores, none is idle. */
const afterQuick = { maxWorkers: availableParallelism() + 1, sequence: { sequencer, groupOrder: 1 } };

export default defineConfig({
  plugins: [pageWithoutBuild, withSeed],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Vitest would leave a core to itself, which on two cores is half the machine.
    maxWorkers: '100%',
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: 'test/setup/shared-cache.ts',
    sequence: { sequencer },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['packages/*/test/**/*.test.ts'],
          exclude: [...ISOLATED, ...SLOW, ...LONG, ...NEVER],
          // To load the sources again for each file takes longer than most tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'quick-isolated', include: ISOLATED, exclude: [...SLOW, ...LONG, ...NEVER] } },
      { extends: true, test: { name: 'slow', include: SLOW, exclude: [...LONG, ...NEVER], ...afterQuick } },
      { extends: true, test: { name: 'long', include: LONG, exclude: NEVER, ...afterQuick } },
    ],
  },
});
