import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { writePackage } from '../../tools/scripts/published/package.js';
import type { Dependencies } from '@fencepost/testing/npm-packages';
import { install, installPackages } from '@fencepost/testing/npm-packages';

// What users get: the tarball, installed in a folder that knows nothing of this repository.

const examples = join(import.meta.dirname, '../../examples');
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

export async function temporaryFolder(name: string, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, `fencepost-${name}-`));
  folders.push(folder);
  return folder;
}

export interface Packed {
  /** What is in the tarball. */
  readonly folder: string;
  readonly tarball: string;
}

/** As `npm run pack` does, but somewhere else: several test files may do it at the same time. */
export async function pack(): Promise<Packed> {
  const destination = await temporaryFolder('packed');
  const folder = join(destination, 'package');
  writePackage(folder);
  const args = ['pack', folder, '--pack-destination', destination, '--silent'];
  const { stdout } = await promisify(execFile)('npm', args, { shell: process.platform === 'win32' });
  return { folder, tarball: join(destination, stdout.trim()) };
}

/** A folder where the tarball and other packages are installed, in a folder that may have more packages. */
export async function projectWith(tarball: string, parent?: string, others: Dependencies = {}): Promise<string> {
  const folder = await temporaryFolder('project', parent);
  await writeFiles(folder, {
    'package.json': JSON.stringify({ private: true, dependencies: { fencepost: `file:${tarball}`, ...others } }),
  });
  await install(folder);
  return folder;
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

export async function copyExample(name: string, folder: string): Promise<void> {
  await cp(join(examples, name), join(folder, name), { recursive: true });
}

export interface Ended {
  readonly code: number;
  readonly out: string;
}

/** Runs a program in a folder, outside of this test runner; standard output and standard error together. */
export function run(
  folder: string,
  program: string,
  args: readonly string[],
  additional: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/VITEST|^(?:NODE_ENV|NODE_OPTIONS|TEST|DEV)$/.test(name)),
  );
  const options = { cwd: folder, env: { ...env, NO_COLOR: '1', ...additional }, timeout: 120_000 };
  return new Promise((resolve) => {
    execFile(program, args, { ...options, shell: program === 'npx.cmd' }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out: out + err });
    });
  });
}

/** Compilers for those who cannot install any (docs/reference/c.md). */
export const COMPILERS = { '@yowasp/clang': '22.0.0-git20542-10' };

/** What projects use the package with. */
export const RUNNERS = {
  '@types/jest': '30.0.0',
  '@types/node': '20.19.43',
  jest: '30.5.2',
  mocha: '12.0.3',
  'ts-jest': '29.4.15',
  typescript: '5.9.3',
  vitest: '4.1.12',
};

/** The oldest Node that works, and the newest of those that are supported. */
export const NODES = ['20.19.0', '22.23.3', '24.21.0', '26.9.0'] as const;

/** The binary of a version of Node, from npm. */
export async function nodeOf(version: string): Promise<string> {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = system === 'darwin' ? `node-bin-${system}-${process.arch}` : `node-${system}-${process.arch}`;
  const folder = await installPackages({ [name]: version });
  return join(folder, 'node_modules', name, 'bin', system === 'win' ? 'node.exe' : 'node');
}
