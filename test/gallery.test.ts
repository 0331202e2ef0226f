import { readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fencepost } from './built.js';
import { INSTALL_TIMEOUT, installPackages } from './npm-packages.js';
import { PACKAGES } from './packages/versions.js';

const DOCUMENT = path.join(import.meta.dirname, '..', 'docs', 'evidence', 'gallery.md');
/** `npm run gallery` writes the reports. */
const IS_MADE = process.env['FENCEPOST_TABLES'] === 'gallery';
/** A command, and the report after it. */
const PLACE = /^`fencepost (.+)`\n\n```text\n([\s\S]*?)```$/gm;

vi.setConfig({ testTimeout: 300_000 });

let folder = '';
let installed = '';
beforeAll(async () => {
  installed = await installPackages(PACKAGES);
  folder = await mkdtemp(path.join(tmpdir(), 'fencepost-gallery-'));
  await symlink(path.join(installed, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  await cp(path.join(import.meta.dirname, 'packages'), folder, { recursive: true });
}, INSTALL_TIMEOUT);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function reportOf(command: string): Promise<string> {
  const args = [...command.matchAll(/"([^"]+)"|\S+/g)].map(([all, quoted]) => quoted ?? all);
  const { code, out, err } = await fencepost([...args, '--no-config', '--jobs', '1'], { cwd: folder });
  expect({ code, err }).toEqual({ code: 1, err: '' });
  return out.replaceAll(`${installed}/`, '');
}

const withoutTimes = (text: string): string => text.replaceAll(/\d[\d.]* m?s\b/g, 'T');

const text = readFileSync(DOCUMENT, 'utf8');
const shown = [...text.matchAll(PLACE)].map(([all, command = '', report = '']) => ({ all, command, report }));

test.each(shown)('$command', async ({ all, command, report }) => {
  const now = await reportOf(command);
  if (IS_MADE) {
    const made = all.replace(/```text\n[\s\S]*$/, () => `\`\`\`text\n${now}\`\`\``);
    writeFileSync(
      DOCUMENT,
      readFileSync(DOCUMENT, 'utf8').replace(all, () => made),
    );
  } else expect(withoutTimes(now)).toBe(withoutTimes(report));
});
