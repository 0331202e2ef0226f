import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-'));
const at = (name: string): string => path.join(folder, name);
const hasCompiler = spawnSync('cc', ['--version']).status === 0;

describe.skipIf(!hasCompiler)('fencepost steer', () => {
  const build = async (name: string, flags: readonly string[]): Promise<string> => {
    const source = path.join(import.meta.dirname, '../examples/c/dekker.c');
    await fencepost(['record', '--', 'cc', '-O1', '-w', ...flags, source, '-o', at(name), '-pthread']);
    return at(name);
  };

  it('fails with the pairs of a recording, and again with the printed command', async () => {
    const program = await build('dekker', []);
    await fencepost(['record', '-o', at('dekker.fpr'), '--', program]);
    const { code, out } = await fencepost(['steer', at('dekker.fpr'), '--', program]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^tso: 1 pair of operations to steer into\ntso: the program is ended by signal 6 in run \d+ of 50\n/,
    );
    const again = /^again: fencepost (.*)$/m.exec(out)![1]!.split(' ');
    const repeated = await fencepost(again);
    expect(repeated.code).toBe(1);
    expect(repeated.out).toContain('in run 1 of 1\n');
    expect(repeated.out).toContain(/Assertion.*/.exec(out)![0]);
  }, 120_000);

  it('finds nothing where there are fences, and refuses programs that fail anyway or were not recorded', async () => {
    const program = await build('fenced', ['-DFENCE']);
    const other = await build('other', []);
    await fencepost(['record', '-o', at('other.fpr'), '--', other]);
    const mistaken = await fencepost(['steer', at('other.fpr'), '--', program]);
    expect(mistaken.code).toBe(2);
    expect(mistaken.err).toContain(`${program} is not the recorded program`);
    // Nor by a recording without pairs, alone or beside one of the program.
    await fencepost(['record', '-o', at('fenced.fpr'), '--', program]);
    for (const recordings of [[at('fenced.fpr')], [at('other.fpr'), at('fenced.fpr')]]) {
      const without = await fencepost(['steer', ...recordings, '--runs', '1', '--', other]);
      expect(without.code).toBe(2);
      expect(without.err).toContain(`none of the operations in ${at('fenced.fpr')} is in it`);
    }
    const own = await fencepost(['steer', at('fenced.fpr'), '--runs', '2', '--', program]);
    expect(own).toMatchObject({
      code: 0,
      out: 'tso: 0 pairs of operations to steer into\ntso: no failure in 2 runs\n',
    });
    const { code, out } = await fencepost(['steer', '--model', 'pso', '--runs', '10', '--', program]);
    expect({ code, out }).toEqual({ code: 0, out: 'pso: no failure in 10 runs\n' });
    const refused = await fencepost(['steer', '--', 'sh', '-c', 'echo no; exit 3']);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('the program ends with exit code 3 without store buffers, too:\nno');
  }, 120_000);

  it.each([
    [['steer'], 'the program to run comes after --'],
    [['steer', '--model', 'sc', '--', 'true'], "no model 'sc'"],
    [['steer', import.meta.filename, '--', 'true'], 'is not a recording of fencepost record'],
    [['steer', '--', at('nothing')], 'cannot run'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await fencepost(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
