import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { clusterError } from '@fencepost/cluster';
import { codeOf } from '../errors.js';
import type { Quotable } from '../formats/source-lines.js';
import { writeBuilt } from '../load/prebuilt.js';
import type { Bundle } from './bundle.js';

/** Folders are named after the machine and the process that uses them. */
const PREFIX = `fencepost-run-${hostname().replaceAll(/[^\w.]/g, '_')}-`;

/** The files of a bundle in a temporary folder, which is the working directory until `leave`. */
export class Unpacked {
  /** Folder of the compiled programs. */
  readonly prebuilt: string;
  /** Reports quote these files only: places may name any file of the reader. */
  readonly textOf: Quotable;
  private readonly folder: string;
  private readonly before: string;

  private constructor(folder: string, prebuilt: string, before: string, bundle: Bundle) {
    this.folder = folder;
    this.prebuilt = prebuilt;
    this.before = before;
    this.textOf = quotable(bundle, folder);
  }

  /** Unpacks a bundle. Packages are resolved from the previous working directory. */
  static async enter(bundle: Bundle): Promise<Unpacked> {
    const before = process.cwd();
    await removeLeftovers();
    const folder = await realpath(await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`)));
    try {
      return await Unpacked.into(folder, bundle, before);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  private static async into(folder: string, bundle: Bundle, before: string): Promise<Unpacked> {
    const cwd = inside(folder, bundle.cwd);
    await mkdir(cwd, { recursive: true });
    for (const [path, bytes] of Object.entries(bundle.files)) {
      await mkdir(dirname(inside(folder, path)), { recursive: true });
      await writeFile(inside(folder, path), bytes);
    }
    const packages = join(before, 'node_modules');
    const theirs = join(folder, 'node_modules');
    if (existsSync(packages) && !existsSync(theirs)) await symlink(packages, theirs, 'junction');
    const prebuilt = join(folder, '.fencepost-built');
    await mkdir(prebuilt);
    for (const [source, built] of Object.entries(bundle.built)) await writeBuilt(prebuilt, source, built);
    process.chdir(cwd);
    return new Unpacked(folder, prebuilt, before, bundle);
  }

  async leave(): Promise<void> {
    process.chdir(this.before);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Removes folders of killed agents of this machine. Containers that share a temporary folder have other host names. */
async function removeLeftovers(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const pid = name.startsWith(PREFIX) ? Number(/^\d+(?=-)/.exec(name.slice(PREFIX.length))?.[0]) : Number.NaN;
    // A folder of another user cannot be removed.
    if (pid > 0 && !isAlive(pid))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** By their names here, and by those that they had where they come from. */
function quotable({ root, cwd, files }: Bundle, folder: string): Quotable {
  return (file) => {
    for (const [at, from] of [
      [folder, join(folder, cwd)],
      [root, join(root, cwd)],
    ] as const) {
      const path = relative(at, resolve(from, file));
      if (Object.hasOwn(files, path)) return files[path]!.toString('utf8');
    }
    return undefined;
  };
}

/** A bundle must not write anywhere else. */
function inside(folder: string, path: string): string {
  const full = resolve(folder, path);
  if (path.includes('\0')) throw clusterError('the bundle of the run has an invalid path');
  if (full === folder || full.startsWith(`${folder}/`) || full.startsWith(`${folder}\\`)) return full;
  throw clusterError(`the bundle of the run has a path outside of its folder: ${path}`);
}
