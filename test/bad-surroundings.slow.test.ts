import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { file } from '@fencepost/testing/compiled';
import { fencepost, root } from '@fencepost/testing/built';

// The command as it was built, where something around it is wrong: exit code 2, a code, and it ends.

const fixture = (name: string): string => path.join(root, 'packages/fencepost/test/fixtures', name);
const fine = fixture('fenced.mjs');
const sb = fixture('SB.litmus');
const fineC = file('fine.c', 'int main(void) { return 0; }\n');
const here = path.dirname(fineC);

describe('problems around a command are reported:', () => {
  it.each([
    ['a getter', 'export default { get models() { throw new Error("no models today"); } };'],
    ['a getter further in', 'export default { reports: { get html() { throw new Error("no models today"); } } };'],
    ['a proxy', 'export default new Proxy({}, { ownKeys() { throw new Error("no models today"); } });'],
    [
      'a proxy further in',
      'export default { models: new Proxy([], { get() { throw new Error("no models today"); } }) };',
    ],
    ['what is no error', 'export default { get models() { throw { toString() { throw 5; } }; } };'],
  ])('a configuration that throws: %s', async (what, text) => {
    const config = file(`${what.replaceAll(' ', '-')}.mjs`, text);
    const { code, out, err } = await fencepost(['check', fine, '--config', config]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`${config}: the settings cannot be read`);
    expect(err).toMatch(/ \[USAGE\]\n {2}hint: /);
  });

  it.each(['link to a device', 'pipe'])('a saved run that is a %s', async (what) => {
    const state = fs.mkdtempSync(path.join(here, 'state-'));
    const saved = path.join(state, 'fpr-0123456789ab.run');
    if (what === 'pipe') execFileSync('mkfifo', [saved]);
    else fs.symlinkSync('/dev/zero', saved);
    const kill = (child: ChildProcess): unknown => setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
    const outcome = await fencepost(
      ['check', '--resume', 'fpr-0123456789ab'],
      { env: { FENCEPOST_STATE: state } },
      kill,
    );
    expect(outcome).toMatchObject({ code: 2, signal: null, out: '' });
    expect(outcome.err).toMatch(/cannot resume fpr-0123456789ab: it is a pipe or a device.* \[BAD_RESUME\]\n/);
  });

  it('a folder that is gone', () => {
    const gone = fs.mkdtempSync(path.join(here, 'gone-'));
    const command = `rmdir '${gone}' && exec '${process.execPath}' '${root}/packages/fencepost/bin/fencepost.js' "$@"`;
    for (const args of [
      ['check', fine],
      ['check', fineC],
      ['litmus', sb],
      ['check', '--resume', 'last'],
    ]) {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command, 'sh', ...args], {
        cwd: gone,
        encoding: 'utf8',
      });
      expect(stderr).toBe(
        'fencepost: the current folder has been deleted [USAGE]\n  hint: change to an existing folder, and try again\n',
      );
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      fs.mkdirSync(gone);
    }
  });

  it('a name that is not UTF-8', async () => {
    fs.writeFileSync(Buffer.concat([Buffer.from(`${here}/odd`), Buffer.from([0xff]), Buffer.from('.c')]), '');
    const { code, err } = await fencepost(['check', `${here}/odd\ufffd.c`]);
    expect(err).toContain('its name is not UTF-8');
    expect(code).toBe(2);
  });
});
