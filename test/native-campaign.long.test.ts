import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareWithNative } from '../campaigns/native/compare.js';
import { nativeCompiler } from '../campaigns/native/compiler.js';
import { canCompile } from '@fencepost/testing/compiled';

// A sample of `npm run campaign -- native`: 80 programs print what they print when the machine runs them.

const BATCH = 20;
const LANGUAGES = ['c', 'c', 'c', 'c++'] as const;

const compiler = canCompile ? nativeCompiler() : undefined;
const folder = mkdtempSync(join(tmpdir(), 'fencepost-native-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(compiler === undefined)('deterministic programs print the same natively', { timeout: 300_000 }, () => {
  it.each(LANGUAGES.map((language, i) => ({ language, first: 1 + i * BATCH })))(
    '$language, programs from $first',
    async ({ language, first }) => {
      const seeds = Array.from({ length: BATCH }, (_, i) => first + i);
      expect(await compareWithNative(language, seeds, folder, compiler!)).toEqual([]);
    },
  );
});
