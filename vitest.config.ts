import { defineConfig } from 'vitest/config';

// Workspace packages resolve to their sources (see "exports" in each package.json), so tests need no build.
const conditions = ['fencepost-source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
  },
});
