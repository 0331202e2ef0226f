import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

// Projects of users, with test runners.

export const root = join(import.meta.dirname, '..');
const projects: string[] = [];
afterAll(() => {
  for (const project of projects) rmSync(project, { recursive: true });
});

/** A folder with these files, and with packages of the workspace as if they were installed. */
export function project(
  packages: readonly string[],
  files: Readonly<Record<string, string>>,
  parent = tmpdir(),
): string {
  const folder = mkdtempSync(join(parent, 'fencepost-runner-'));
  projects.push(folder);
  mkdirSync(join(folder, 'node_modules'));
  for (const name of packages) {
    const target = name === 'fencepost' ? 'packages/fencepost' : `node_modules/${name}`;
    symlinkSync(join(root, target), join(folder, 'node_modules', name));
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export interface Ended {
  readonly code: number;
  readonly out: string;
}

/** Runs Node in a project, outside of this test runner; standard output and standard error together. */
export function node(
  folder: string,
  args: readonly string[],
  more: NodeJS.ProcessEnv = { NO_COLOR: '1' },
): Promise<Ended> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/VITEST|^(?:NODE_ENV|TEST|DEV)$/.test(name)),
  );
  const options = { cwd: folder, env: { ...env, ...more }, timeout: 120_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, out, err) => {
      const code = error === null ? 0 : Number(error.code ?? -1);
      resolve({ code, out: out + err });
    });
  });
}

/** Jest is no dependency: it is installed where it stays, and projects in that folder find it. */
const JEST = '30.5.2';
export const jestFolder = join(tmpdir(), `fencepost-jest-${JEST}`);
export const jestBin = join(jestFolder, 'node_modules/jest/bin/jest.js');

export function installJest(): Promise<void> {
  if (existsSync(jestBin)) return Promise.resolve();
  mkdirSync(jestFolder, { recursive: true });
  writeFileSync(join(jestFolder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', `jest@${JEST}`];
  return new Promise((resolve, reject) => {
    execFile('npm', args, { cwd: jestFolder }, (error, _, err) =>
      error === null ? resolve() : reject(new Error(err)),
    );
  });
}
