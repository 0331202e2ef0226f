import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckReport } from 'fencepost';
import { checkFile } from 'fencepost';
import { installPackages } from './npm-packages.js';
import type { LinearPackage } from './linear-packages.js';

/** Installs packages; gives a folder with them and the files of `checks`. */
export async function linearFolder(packages: readonly LinearPackage[], checks: string): Promise<string> {
  const needed = packages.flatMap(({ name, version, needs = {} }) => [
    [name, version] as const,
    ...Object.entries(needs),
  ]);
  const installed = await installPackages(Object.fromEntries(needed));
  const folder = await mkdtemp(join(tmpdir(), 'fencepost-linear-packages-'));
  await symlink(join(installed, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await cp(checks, join(folder, 'linear'), { recursive: true });
  return folder;
}

/** Checks the structures of a package under SC and ARMv8, for at most this many seconds. */
export async function linearChecks(
  { name, file, needs = {}, include = [] }: LinearPackage,
  folder: string,
  mostSeconds: number,
): Promise<readonly CheckReport[]> {
  const report = await checkFile(join(folder, 'linear', file), {
    models: ['sc', 'arm64'],
    maxTime: mostSeconds,
    include: [name, ...Object.keys(needs), ...include],
  });
  const [error] = report.errors ?? [];
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  return report.checks;
}

/** The verdicts by the name of the structure. */
export function verdictsByName(checks: readonly CheckReport[]): Record<string, string[]> {
  const names = [...new Set(checks.map(({ program }) => program))];
  return Object.fromEntries(
    names.map((name) => [name, checks.filter(({ program }) => program === name).map(({ verdict }) => verdict)]),
  );
}
