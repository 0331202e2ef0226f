import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-history-'));
const EXAMPLES = path.join(import.meta.dirname, '../../../examples/c');
const SOURCE = path.join(EXAMPLES, 'ring-history.c');
const COMPILERS = ['gcc', 'clang', 'clang-22', 'g++'].filter((name) => spawnSync(name, ['--version']).status === 0);

async function flagsFor(compiler: string): Promise<string[]> {
  writeFileSync(path.join(folder, 'history.h'), (await fencepost(['history', '--header'])).out);
  const language = compiler === 'g++' ? ['-x', 'c++', '-std=c++23'] : ['-std=c11', '-Wpedantic'];
  return ['-Wall', '-Wextra', '-Werror', '-O1', '-I', folder, ...language, SOURCE, '-pthread', '-o', at(compiler)];
}

const at = (compiler: string): string => path.join(folder, compiler);

async function decided(history: string): Promise<number> {
  const { code, out } = await fencepost(['history', history, '--spec', 'queue']);
  expect(out).toContain('20,000 calls of a queue');
  return code;
}

describe('the header that records calls', () => {
  it.each(COMPILERS)('works with %s', async (compiler) => {
    expect(spawnSync(compiler, await flagsFor(compiler), { encoding: 'utf8' })).toMatchObject({ stderr: '' });
    const history = `${at(compiler)}.jsonl`;
    expect(spawnSync(at(compiler), { env: { ...process.env, FENCEPOST_HISTORY: history } }).status).toBe(0);
    expect(await decided(history)).toBe(0);
  });

  it.skipIf(!COMPILERS.includes('gcc'))('shows that two producers lose elements, in a recorded run', async () => {
    const history = path.join(folder, 'recorded.jsonl');
    await fencepost(['record', '--', 'gcc', ...(await flagsFor('gcc'))]);
    const run = ['env', `FENCEPOST_HISTORY=${history}`, at('gcc'), '2'];
    await fencepost(['record', '-o', path.join(folder, 'run.fpr'), '--', ...run]);
    expect(await decided(history)).toBe(1);
  });
});
