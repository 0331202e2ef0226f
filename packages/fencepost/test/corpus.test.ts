import { describe, expect, it } from 'vitest';
import { CORPUS, EXPECTED, corpusFiles, corpusIsAbsent } from '../../litmus/test/corpus.js';
import { fencepost } from './terminal.js';

describe.skipIf(corpusIsAbsent)('the x86 corpus', () => {
  it('gives what herd7 gives, every test, without a blocked execution', { timeout: 60_000 }, async () => {
    const { code, out, err } = await fencepost(['litmus', CORPUS, '--expect', EXPECTED]);
    expect(err).toBe('');
    expect(out.trimEnd().split('\n').at(-1)).toBe('7785 of 7785 rows agree, 0 blocked executions');
    expect(code).toBe(0);
  });

  it('gives what herd7 gives with Source-DPOR', { timeout: 60_000 }, async () => {
    const { code, out } = await fencepost(['litmus', CORPUS, '--expect', EXPECTED, '--explorer', 'source']);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^7785 of 7785 rows agree, /);
    expect(code).toBe(0);
  });

  it('gives what herd7 gives with the oracle, a sample', { timeout: 60_000 }, async () => {
    // Every 43rd test: some of each folder, 61 in all.
    const sample = corpusFiles().filter((_, i) => i % 43 === 0);
    const paths = sample.map((file) => `${CORPUS}/${file}`);
    const { code, out, err } = await fencepost(['litmus', ...paths, '--expect', EXPECTED, '--explorer', 'oracle']);
    expect(err).toBe('');
    expect(out.trimEnd().split('\n').at(-1)).toBe('183 of 183 rows agree, 0 blocked executions');
    expect(code).toBe(0);
  });
});
