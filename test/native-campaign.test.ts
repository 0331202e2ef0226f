import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Language } from '../campaigns/native/batch.js';
import { compareWithNative } from '../campaigns/native/compare.js';
import { nativeCompiler } from '../campaigns/native/compiler.js';

// 1,000 programs; `npm run campaign:native` runs more.
const BATCH = 50;
const BATCHES: readonly (readonly [Language, number])[] = [
  ['c', 16],
  ['c++', 4],
];

const folder = mkdtempSync(join(tmpdir(), 'fencepost-native-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const compiler = nativeCompiler();

describe.skipIf(compiler === undefined)('deterministic programs print what they print natively', () => {
  for (const [language, batches] of BATCHES) {
    it.each(Array.from({ length: batches }, (_, i) => i))(
      `${language}, batch %i`,
      { timeout: 120_000 },
      async (batch) => {
        const seeds = Array.from({ length: BATCH }, (_, i) => 1 + batch * BATCH + i);
        expect(await compareWithNative(language, seeds, folder, compiler!)).toEqual([]);
      },
    );
  }
});
