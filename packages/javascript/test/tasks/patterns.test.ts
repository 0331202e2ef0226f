import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadChecks } from '../../src/index.js';
import { explore } from '../check/explored.js';

const FOLDER = fileURLToPath(new URL('../../../../corpus/async/', import.meta.url));
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.check.ts'));

describe('a race of async code is found, and its repair is safe:', () => {
  it.each(FILES)('%s', { timeout: 120_000 }, async (file) => {
    const { checks } = await loadChecks(FOLDER + file);
    const found = checks.map(({ name, program }) => {
      const { failures, executions } = explore(program);
      // Three tasks with two calls each, which depend on each other, have hundreds; all others take a second at most.
      expect(executions, name).toBeLessThan(file === 'locks.check.ts' ? 1000 : 100);
      return [name, failures.length > 0 ? 'wrong' : 'right'];
    });
    expect(found).toEqual(checks.map(({ name }) => [name, name.split(': ')[1]]));
    expect(found.length).toBeGreaterThanOrEqual(10);
  });
});
