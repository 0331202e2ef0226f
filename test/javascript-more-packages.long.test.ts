import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkProgram } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import { loadChecks } from '@fencepost/javascript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INSTALL_TIMEOUT, installPackages } from '@fencepost/testing/npm-packages';
import { isWhole } from '@fencepost/testing/rotation';
import { missingExcerpts } from './packages/excerpts.js';

// Further packages as their users get them (docs/evidence/packages.md). FENCEPOST_ROTATION=all: not only a sample.

/** Under SC, TSO, PSO and ARMv8: `s`afe or `f`ailing. */
type Verdicts = 'ssss' | 'ffff' | 'ssff';

interface Checked {
  readonly version: string;
  readonly file: string;
  readonly expected: Readonly<Record<string, Verdicts>>;
  /** Has the lines of the package that are checked, where it cannot be run as a whole. */
  readonly lines?: string;
}

const SAMPLE: Readonly<Record<string, Checked>> = {
  '@bnaya/objectbuffer': {
    version: '0.10.1',
    file: 'objectbuffer/lock.check.ts',
    expected: { 'two threads take the lock': 'ssss' },
  },
  '@runno/wasi': {
    version: '0.10.0',
    file: 'runno-wasi/stdin.check.ts',
    // Woken late by the first line; and even without that, the length may be there before the bytes.
    expected: { 'two lines: stdin': 'ffff', 'two lines: stdinInLoop': 'ssff' },
    lines: 'runno-wasi/fixtures/stdin.js',
  },
  'xterm-pty': {
    version: '0.12.0',
    file: 'xterm-pty/wait.check.ts',
    expected: { 'two reads: wait': 'ffff', 'two reads: waitInLoop': 'ssss' },
    lines: 'xterm-pty/fixtures/wait.js',
  },
};

const OTHERS: typeof SAMPLE = {
  '@babel/register': {
    version: '8.0.6',
    file: 'babel-register/calls.check.ts',
    expected: { 'two questions': 'ssss' },
    lines: 'babel-register/fixtures/client.js',
  },
  '@vscode/sync-api-common': {
    version: '0.9.0',
    file: 'vscode-sync-api/request.check.ts',
    expected: { 'a request': 'ssss' },
  },
  'absurd-sql': {
    version: '0.0.54',
    file: 'absurd-sql/channel.check.ts',
    expected: { 'a number and the end': 'ssss' },
  },
  esbuild: {
    version: '0.28.2',
    file: 'esbuild/calls.check.ts',
    expected: { 'two calls': 'ssss' },
    lines: 'esbuild/fixtures/sync.js',
  },
  'make-synchronized': {
    version: '0.8.0',
    file: 'make-synchronized/calls.check.ts',
    expected: { 'two calls': 'ssss' },
  },
  'make-synchronous': {
    version: '2.1.0',
    file: 'make-synchronous/calls.check.ts',
    expected: { 'two calls': 'ssss' },
    lines: 'make-synchronous/fixtures/call.js',
  },
  tinypool: {
    version: '2.2.0',
    file: 'tinypool/pool.check.ts',
    expected: { 'a task': 'ssss', 'two tasks': 'ssss' },
  },
};

const PACKAGES = isWhole ? { ...SAMPLE, ...OTHERS } : SAMPLE;
const MODELS: readonly ModelName[] = ['sc', 'tso', 'pso', 'arm64'];

/** Has the checks and the packages. */
let folder = '';
beforeAll(async () => {
  const versions = Object.entries(PACKAGES).map(([name, { version }]) => [name, version] as const);
  const installed = await installPackages(Object.fromEntries(versions));
  folder = await mkdtemp(path.join(tmpdir(), 'fencepost-package-checks-'));
  await symlink(path.join(installed, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  await cp(path.join(import.meta.dirname, 'packages'), folder, { recursive: true });
}, INSTALL_TIMEOUT);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(Object.entries(PACKAGES))('%s', (name, { file, expected, lines }) => {
  test('has the verdicts that the docs say', { timeout: 300_000 }, async () => {
    const { checks } = await loadChecks(path.join(folder, file), { include: [name] });
    const found = checks.map(({ name: title, program }) => {
      const results = checkProgram(program, { models: MODELS, maxSeconds: 250 });
      return [title, results.map(({ verdict }) => verdict[0]).join('')] as const;
    });
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test.skipIf(lines === undefined)('has the lines that are checked', () => {
    expect(missingExcerpts(path.join(folder, lines!), path.join(folder, 'node_modules'))).toEqual([]);
  });
});
