import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Names of packages and their exact versions, or what else may stand in `dependencies` (`npm:name@version`). */
export type Dependencies = Readonly<Record<string, string>>;

/** Milliseconds; long enough for a slow registry. */
const NPM_TIMEOUT = 150_000;
/** For hooks that install. */
export const INSTALL_TIMEOUT = NPM_TIMEOUT + 30_000;

/** Installs packages from the registry, once per list and machine; gives the folder that has the `node_modules`. */
export async function installPackages(dependencies: Dependencies): Promise<string> {
  const text = JSON.stringify({ private: true, dependencies }, null, 2);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `fencepost-packages-${hash}`);
  if (existsSync(folder)) return folder;
  // Other processes may install the same packages at the same time: the folder appears when it is complete.
  const unfinished = await mkdtemp(`${folder}-`);
  await writeFile(join(unfinished, 'package.json'), text);
  await install(unfinished).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  });
  await rename(unfinished, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error;
    await rm(unfinished, { recursive: true });
  });
  return folder;
}

/** Installs what the `package.json` of a folder asks for. */
export async function install(folder: string): Promise<void> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Without a registry npm gives up soon.
  const retries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000'];
  const options = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', ...retries];
  try {
    await promisify(execFile)(npm, options, { cwd: folder, timeout: NPM_TIMEOUT, shell: npm !== 'npm' });
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string };
    throw new Error(`packages cannot be installed from the npm registry:\n${stderr ?? String(error)}`);
  }
}
