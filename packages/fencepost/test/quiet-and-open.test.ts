import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';
import { openerFor } from '../src/cli/check/open-page.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-open-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

const dekker = 'examples/programs/dekker.mjs';

describe('--quiet', () => {
  it('prints the verdicts and nothing else', async () => {
    const { code, out, err } = await fencepost(['check', dekker, '-q', '-m', 'sc,tso'], {
      outIsTerminal: true,
      errIsTerminal: true,
      columns: 100,
    });
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out.replaceAll(/\u001b\[\d*m/g, '').replaceAll(/\d+\.\d+ s/g, 'T')).toBe(
      `${dekker}: fenced
  ✓ SC   safe             3 executions, T
  ✓ TSO  safe and robust  3 executions, T
${dekker}: unfenced
  ✓ SC   safe                 3 executions, T
  ✗ TSO  fails, not under SC  4 executions, T
`,
    );
  });

  it('leaves other formats and errors as they are', async () => {
    const json = await fencepost(['check', dekker, '-q', '-m', 'tso', '--format', 'json']);
    expect((JSON.parse(json.out) as { checks: { failures: unknown[] }[] }).checks[1]!.failures).toHaveLength(1);
    expect((await fencepost(['check', 'nowhere.mjs', '--quiet'])).err).toMatch(/cannot read nowhere\.mjs/);
  });
});

describe.skipIf(process.platform === 'win32')('--open', () => {
  /** A browser that notes what it is to show. */
  const noted = join(folder, 'noted');
  const browser = join(folder, 'browser');
  writeFileSync(browser, `#!/bin/sh\necho "$1" >> '${noted}'\n`);
  chmodSync(browser, 0o755);

  it('writes the HTML report to a temporary file, and opens it', async () => {
    vi.stubEnv('BROWSER', browser);
    const { code, err } = await fencepost(['check', dekker, '-m', 'tso', '--open']);
    expect(code).toBe(1);
    const file = /^report: (.*)\n$/.exec(err)![1]!;
    await vi.waitFor(() => expect(readFileSync(noted, 'utf8')).toBe(`file://${file}\n`));
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>/i);
    rmSync(join(file, '..'), { recursive: true });
  });

  it('opens the file that is asked for', async () => {
    rmSync(noted, { force: true });
    vi.stubEnv('BROWSER', browser);
    const file = join(folder, 'own.html');
    const { err } = await fencepost(['check', dekker, '-m', 'tso', '-o', '--report', `html=${file}`]);
    expect(err).toBe(`report: ${file}\n`);
    await vi.waitFor(() => expect(readFileSync(noted, 'utf8')).toBe(`file://${file}\n`));
  });

  it.each([join(folder, 'no-such-browser'), ''])('says so if there is no browser: %j', async (none) => {
    for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME']) vi.stubEnv(name, undefined);
    vi.stubEnv('BROWSER', none);
    const file = join(folder, 'alone.html');
    const { code, err } = await fencepost(['check', dekker, '-m', 'tso', '-o', '--report', `html=${file}`]);
    expect({ code, err }).toEqual({ code: 1, err: `report: ${file} (there is no browser here to open it)\n` });
    expect(existsSync(file)).toBe(true);
  });

  it('knows how each system opens pages', () => {
    expect(openerFor('darwin', {})).toBe('open');
    expect(openerFor('win32', {})).toBe('start');
    expect(openerFor('linux', { DISPLAY: ':0' })).toBe('xdg-open');
    expect(openerFor('linux', { WSL_DISTRO_NAME: 'Debian' })).toBe('wslview');
    expect(openerFor('linux', { DISPLAY: ':0', BROWSER: 'firefox:lynx' })).toBe('firefox');
    expect(openerFor('linux', {})).toBeUndefined();
  });
});
