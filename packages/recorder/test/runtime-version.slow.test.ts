import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { record } from '@fencepost/recorder';
import { describe, expect, it } from 'vitest';
import { OTHER_RUNTIME_CODE, RUNTIME_VERSION } from '../src/runtime-version.js';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-version-'));
const cache = process.env['FENCEPOST_CACHE'] ?? folder;
const hasCompiler = spawnSync('cc', ['--version']).status === 0;

/** Greets as a runtime of this version does. */
const greeting = (version: number): string => `
  const { connect } = require('node:net');
  const head = Buffer.from([1, 12, 0, 0, 0, ${version}, 0, 0, 0, 0, 0, 0, 0]);
  connect(process.env.FENCEPOST_RECORD).end(Buffer.concat([head, Buffer.from('prog')]));
`;

const recorded = (script: string): ReturnType<typeof record> =>
  record({
    ...{ command: [process.execPath, '-e', script], output: path.join(folder, 'run.fpr') },
    ...{ seed: 1, scheduler: 'random', depth: 3, cache },
  });

describe.skipIf(!hasCompiler)('a program that was built for another version', () => {
  it('is refused when it is recorded', { timeout: 120_000 }, async () => {
    const { recordings } = await recorded(greeting(RUNTIME_VERSION));
    expect(recordings.map(({ program, end }) => [program, end.reason])).toEqual([['prog', 'lost']]);
    await expect(recorded(greeting(RUNTIME_VERSION + 1))).rejects.toMatchObject({
      code: 'OTHER_RUNTIME',
      message: 'prog was built for another version of fencepost record',
    });
  });

  it('has the numbers that the runtime has', () => {
    const types = readFileSync(path.join(import.meta.dirname, '../native/types.h'), 'utf8');
    expect(types).toContain(`#define RUNTIME_VERSION ${RUNTIME_VERSION}\n`);
    expect(types).toContain(`#define EXIT_OTHER_VERSION ${OTHER_RUNTIME_CODE}\n`);
  });
});
