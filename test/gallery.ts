import { readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fencepost } from '@fencepost/testing/built';
import { installPackages } from '@fencepost/testing/npm-packages';
import { PACKAGES } from './packages/versions.js';

const DOCUMENT = path.join(import.meta.dirname, '..', 'docs', 'evidence', 'gallery.md');
/** A command, and the report after it. */
const PLACE = /^`fencepost (.+)`\n\n```text\n([\s\S]*?)```$/gm;

/** A report of the gallery. */
export interface Shown {
  /** The whole place, with its command. */
  readonly all: string;
  readonly command: string;
  readonly report: string;
}

export function shownReports(): readonly Shown[] {
  const text = readFileSync(DOCUMENT, 'utf8');
  return [...text.matchAll(PLACE)].map(([all, command = '', report = '']) => ({ all, command, report }));
}

/** The packages and their harnesses. */
export interface Harnesses {
  readonly folder: string;
  readonly installed: string;
}

/** Installs the packages next to their harnesses, in a folder that the caller removes. */
export async function installHarnesses(): Promise<Harnesses> {
  const installed = await installPackages(PACKAGES);
  const folder = await mkdtemp(path.join(tmpdir(), 'fencepost-gallery-'));
  await symlink(path.join(installed, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  await cp(path.join(import.meta.dirname, 'packages'), folder, { recursive: true });
  return { folder, installed };
}

/** What the command prints now. */
export async function reportOf(command: string, { folder, installed }: Harnesses): Promise<string> {
  const args = [...command.matchAll(/"([^"]+)"|\S+/g)].map(([all, quoted]) => quoted ?? all);
  const { code, out, err } = await fencepost([...args, '--no-config', '--jobs', '1'], { cwd: folder });
  if (code !== 1 || err !== '') throw new Error(`fencepost ${command} ended with ${code}: ${err}`);
  return out.replaceAll(`${installed}/`, '');
}

/** `npm run tables -- gallery`: writes the reports. */
export async function makeGallery(): Promise<void> {
  const harnesses = await installHarnesses();
  for (const { all, command } of shownReports()) {
    const now = await reportOf(command, harnesses);
    const made = all.replace(/```text\n[\s\S]*$/, () => `\`\`\`text\n${now}\`\`\``);
    const text = readFileSync(DOCUMENT, 'utf8').replace(all, () => made);
    writeFileSync(DOCUMENT, text);
    console.log(command);
  }
}
