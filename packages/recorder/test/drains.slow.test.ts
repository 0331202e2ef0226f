import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { steer } from '@fencepost/recorder';
import { beforeAll, describe, expect, it } from 'vitest';
import { EFFECTS } from '../../c/src/runtime/base/effects.js';
import { RecordedPrograms, has } from './recorded-program.js';

const programs = new RecordedPrograms();
const effects = EFFECTS.flatMap(({ functions, when, buffer }) =>
  functions.map((name) => ({ key: `${name}: ${when}`, drains: buffer === 'drains' })),
);

// The table of `fencepost check` says which functions drain; recordings and steered runs must agree with it.
describe.skipIf(!has('gcc'))('library functions that drain store buffers', { timeout: 300_000 }, () => {
  let program = '';
  let keys: string[] = [];
  beforeAll(async () => {
    program = await programs.build(path.join(import.meta.dirname, 'programs/drains.c'), 'drains', '-w', '-lstdc++');
    keys = execFileSync(program, { encoding: 'utf8' }).replace(/\n$/, '').split('\n');
  }, 120_000);

  it('are all tried', () => {
    expect(keys.toSorted()).toEqual(effects.map(({ key }) => key).toSorted());
  });

  it('do so in recordings, and no others', async () => {
    const wrong: string[] = [];
    for (const { key, drains } of effects) {
      const run = await programs.watched(program, [String(keys.indexOf(key)), '1']);
      if (run.code !== 0 || run.races.length > 0) wrong.push(`${key}: ${JSON.stringify(run)}`);
      else if (run.violations > 0 === drains) wrong.push(`${key}: ${run.violations} violations`);
    }
    expect(wrong).toEqual([]);
  });

  it('do so in steered runs, and no others', async () => {
    const wrong: string[] = [];
    for (const { key, drains } of effects) {
      const command = [program, String(keys.indexOf(key)), drains ? '20' : '200'];
      const run = await steer({ command, model: 'tso', seed: 1, pairs: [], milliseconds: 60_000 });
      if (run.code !== (drains ? 0 : 1)) wrong.push(`${key}: ${run.code} ${run.output}`);
    }
    expect(wrong).toEqual([]);
  });
});
