import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from 'fencepost';
import { afterAll, describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-relaxed-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Store buffering that nothing fails on. */
function testFile(name: string, settings: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `import { check } from 'fencepost';
    check('flags', { models: ['tso'], ${settings} }, (t) => {
      const flags = new Int32Array(new SharedArrayBuffer(8));
      for (const me of [0, 1]) {
        t.thread('thread ' + me, () => {
          flags[me] = 1;
          return flags[1 - me];
        });
      }
    });`,
  );
  return path;
}

const accepting = testFile('accepting.test.mjs', 'allowRelaxed: true');
const strict = testFile('strict.test.mjs', '');

describe('a check that accepts SC violations', () => {
  const check = (file: string, format: string) => fencepost(['check', file, '--no-config', '--format', format]);

  it('is marked in the report', async () => {
    const reportOf = async (file: string): Promise<Report> => JSON.parse((await check(file, 'json')).out) as Report;
    expect((await reportOf(accepting)).checks.map(({ allowsRelaxed }) => allowsRelaxed)).toEqual([true]);
    expect((await reportOf(strict)).checks[0]).not.toHaveProperty('allowsRelaxed');
    expect((await check(accepting, 'text')).out).toContain('fails because of it: the check accepts that');
  });

  it.each([
    ['junit', ' failures="0" ', ' failures="1" '],
    ['sarif', '"level": "note"', '"level": "warning",\n          "message"'],
    ['sarif', '"exitCode": 0', '"exitCode": 1'],
    ['github', '::notice ', '::warning '],
  ])('passes in %s, and by its exit code', async (format, passes, fails) => {
    const accepted = await check(accepting, format);
    expect(accepted.out).toContain(passes);
    expect(accepted.out).not.toContain(fails);
    expect(accepted.code).toBe(0);
    const refused = await check(strict, format);
    expect(refused.out).toContain(fails);
    expect(refused.code).toBe(1);
  });

  it('does not excuse another', async () => {
    const { code, out } = await fencepost(['check', accepting, strict, '--no-config', '--format', 'junit']);
    expect(out.split('\n')[1]).toContain('tests="2" failures="1"');
    expect(code).toBe(1);
  });
});
