import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INSTALL_TIMEOUT } from '@fencepost/testing/npm-packages';
import { missingExcerpts } from './packages/excerpts.js';
import { LINEAR_PACKAGES } from '@fencepost/testing/linear-packages';
import { linearChecks, linearFolder, verdictsByName } from '@fencepost/testing/linear-checks';

// A sample of `npm run bench -- linear-packages`.
const SAMPLE = LINEAR_PACKAGES.filter(({ name }) => ['@lastolivegames/becsy', '@bnaya/objectbuffer'].includes(name));

let folder = '';
beforeAll(async () => {
  folder = await linearFolder(SAMPLE, path.join(import.meta.dirname, 'packages', 'linear'));
}, INSTALL_TIMEOUT);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(SAMPLE)('$name', (each) => {
  test('has the verdicts that the docs say', { timeout: 300_000 }, async () => {
    expect(verdictsByName(await linearChecks(each, folder, 250))).toEqual(each.expected);
  });

  test.skipIf(each.lines === undefined)('has the lines that are checked', () => {
    const lines = path.join(folder, 'linear', each.lines!);
    expect(missingExcerpts(lines, path.join(folder, 'node_modules'))).toEqual([]);
  });
});
