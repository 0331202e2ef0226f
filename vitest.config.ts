import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { madeModules, pageModule } from './tools/scripts/bundle-page.js';
import { AGENT_VARIABLES } from './packages/fencepost/src/cli/terminal/agent.js';
import { LongestFirst } from './test/setup/longest-first.js';

// Tests read what people read, whoever runs them.
for (const name of AGENT_VARIABLES) Reflect.deleteProperty(process.env, name);

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

/** Each needs modules and globals of its own: they register models and formats, and replace built-in functions. */
const ISOLATED = ['packages/{fencepost,javascript}/test/**/*.test.ts'];

/** Seconds each: whole commands, compiled programs, browsers, searches of many random programs; and what needs a build. */
const SLOW = ['**/*.slow.test.ts'];
/** Minutes each: campaigns, the corpus, and everything that herd7 answers. */
const LONG = ['**/*.long.test.ts'];

/** Not quick either, in places of their own: each needs more than the others, and is a job of its own in CI. */
const PLACES = {
  browsers: 'packages/{playground,viewer}/test',
  cluster: 'test/cluster',
  published: 'test/published',
  site: 'test/site',
};

const SHARED_CACHE = 'test/setup/shared-cache.ts';

const NEVER = ['**/node_modules/**', '**/dist/**', '**/fixtures/**'];
const NOT_QUICK = [...SLOW, ...LONG, ...NEVER];
const ELSEWHERE = [...Object.values(PLACES).map((place) => `${place}/**`), ...NEVER];

/** Some of these tests wait, for a clock or a compiler: with one worker more than there are cores, none is idle. */
const afterQuick = { maxWorkers: availableParallelism() + 1, sequence: { sequencer: LongestFirst, groupOrder: 1 } };

/** How long files took the last time: where a machine keeps it, the longest begin first. */
const times = process.env['FENCEPOST_TEST_TIMES'];

export default defineConfig({
  ...(times === undefined ? {} : { cacheDir: times }),
  plugins: [pageWithoutBuild, withSeed],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Vitest would leave a core to itself, which on two cores is half the machine.
    maxWorkers: '100%',
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: SHARED_CACHE,
    setupFiles: ['test/setup/cpu-time.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['{packages/*/test,test}/**/*.test.ts'],
          exclude: [...ISOLATED, ...NOT_QUICK],
          // To load the sources again for each file takes longer than most tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'quick-isolated', include: ISOLATED, exclude: NOT_QUICK } },
      { extends: true, test: { name: 'slow', include: SLOW, exclude: ELSEWHERE, ...afterQuick } },
      { extends: true, test: { name: 'long', include: LONG, exclude: ELSEWHERE, ...afterQuick } },
      ...Object.entries(PLACES).map(([name, place]) => ({
        extends: true as const,
        test: {
          name,
          include: [`${place}/**/*.{slow,long}.test.ts`],
          exclude: NEVER,
          ...afterQuick,
          ...(name === 'site' ? { globalSetup: [SHARED_CACHE, 'test/site/build-site.ts'] } : {}),
        },
      })),
    ],
  },
});
