import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { litmusProgram, parseLitmus } from '../src/index.js';
import { CORPUS, corpusFiles, corpusIsAbsent } from '@fencepost/testing/litmus-corpus';

describe.skipIf(corpusIsAbsent)('the x86 corpus', () => {
  it('is read to the last test', () => {
    const files = corpusFiles();
    expect(files).toHaveLength(2595);
    for (const file of files) {
      const test = parseLitmus(readFileSync(`${CORPUS}/${file}`, 'utf8'), file);
      expect(`${test.name}.litmus`).toBe(file.slice(file.indexOf('/') + 1));
      expect(litmusProgram(test).threads.length).toBeGreaterThan(0);
    }
  });
});
