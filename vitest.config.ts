import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { pageModule } from './tools/scripts/bundle-page.js';

// Workspace packages resolve to their sources (see "exports" in each package.json), so tests need no build.
const conditions = ['fencepost-source'];

// The one module that is no source but made by a build: it is made when a test imports it.
const page = path.join(import.meta.dirname, 'packages', 'viewer', 'src', 'page.js');
const pageWithoutBuild = {
  name: 'page-without-build',
  enforce: 'pre' as const,
  resolveId: (specifier: string, importer = '') =>
    path.resolve(path.dirname(importer), specifier) === page ? page : undefined,
  load: async (id: string) => (id === page ? (await pageModule()).text : undefined),
};

export default defineConfig({
  plugins: [pageWithoutBuild],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    // A busy machine is no failure.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
