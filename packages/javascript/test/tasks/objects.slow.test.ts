import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadChecks } from '../../src/index.js';
import { explore } from '../check/explored.js';

const FILE = fileURLToPath(new URL('../../../../corpus/async-objects/objects.check.ts', import.meta.url));

it('async objects of the corpus are linearizable if they are right', { timeout: 120_000 }, async () => {
  const { checks } = await loadChecks(FILE);
  const found = checks.map(({ name, program, settings }) => {
    expect(settings.models).toEqual(['sc']);
    const failing: string[] = [];
    for (const scenario of program.scenarios!.programs()) {
      const { failures } = explore(scenario);
      failing.push(...failures.map(({ kind }) => kind));
      if (failing.length > 0) break;
    }
    if (failing.length === 0) return [name, 'right'];
    return [name, failing.every((kind) => kind === 'not linearizable') ? 'wrong' : failing.join()];
  });
  expect(found).toEqual(checks.map(({ name }) => [name, name.split(': ')[1]]));
  expect(found).toHaveLength(16);
});
