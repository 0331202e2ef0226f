import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { INSTALL_TIMEOUT, installPackages } from '@fencepost/testing/npm-packages';
import { COMPILERS, copyExample, pack, run, temporaryFolder, writeFiles } from './installed.js';

// The package in the layouts of other package managers. `nodes.slow.test.ts` uses npm.

const MANAGERS = { '@yarnpkg/cli-dist': '4.18.1', pnpm: '12.18.0', yarn: '1.22.22' };

interface Manager {
  readonly name: string;
  /** Its program, in `node_modules` of the managers. */
  readonly program: string;
  readonly install: readonly string[];
  /** Runs a command of a package. */
  readonly exec: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether compilers are installed, too. The strictest layouts are enough. */
  readonly compilers?: true;
}

const YARN = '@yarnpkg/cli-dist/bin/yarn.js';
/** Without `yarn.lock`, Yarn looks for a project above. */
const yarnSettings = (linker: string): Record<string, string> => ({
  'yarn.lock': '',
  '.yarnrc.yml': `nodeLinker: ${linker}\nenableTelemetry: false\nenableImmutableInstalls: false\n`,
});

const ALL: readonly Manager[] = [
  { name: 'pnpm', program: 'pnpm/bin/pnpm.mjs', install: ['install'], exec: ['exec'], compilers: true },
  { name: 'Yarn 1', program: 'yarn/bin/yarn.js', install: ['install', '--non-interactive'], exec: ['run'] },
  { name: 'Yarn 4', program: YARN, install: ['install'], exec: ['run'], settings: yarnSettings('node-modules') },
  {
    ...{ name: 'Yarn 4 with PnP', program: YARN, install: ['install'], exec: ['run'] },
    settings: yarnSettings('pnp'),
    compilers: true,
  },
];

let tarball = '';
let managers = '';
beforeAll(async () => {
  ({ tarball } = await pack());
  managers = join(await installPackages(MANAGERS), 'node_modules');
}, INSTALL_TIMEOUT);

describe.each(ALL)('installed by $name', { timeout: 300_000 }, ({ program, install, exec, settings, compilers }) => {
  let project = '';
  const manager = (args: readonly string[], env?: Record<string, string>): ReturnType<typeof run> =>
    run(project, process.execPath, [join(managers, program), ...args], env);

  beforeAll(async () => {
    project = await temporaryFolder('managed');
    const dependencies = { fencepost: `file:${tarball}`, ...(compilers && COMPILERS) };
    await writeFiles(project, { 'package.json': JSON.stringify({ private: true, dependencies }), ...settings });
    for (const name of ['c', 'typescript']) await copyExample(name, project);
    const { code, out } = await manager(install);
    expect(code, out).toBe(0);
  }, 2 * INSTALL_TIMEOUT);

  it('checks TypeScript', async () => {
    const { code, out } = await manager([...exec, 'fencepost', 'check', 'typescript/message.check.ts']);
    expect(out).toMatch(/SC +safe[^]*ARMv8 +fails/);
    expect(code).toBe(1);
  });

  it.runIf(compilers)('checks C with compilers from npm', async () => {
    // Nothing but Node, which scripts of package managers look for.
    const path = join(project, 'path');
    await mkdir(path);
    await symlink(process.execPath, join(path, 'node'));
    const env = { PATH: path, FENCEPOST_CACHE: join(project, 'cache') };
    const { code, out } = await manager([...exec, 'fencepost', 'check', 'c/message.c', '--repair', 'never'], env);
    expect(out).toMatch(/RC11 +fails/);
    expect(code).toBe(1);
  });
});
