import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '../experiments/command.js';
import { debianSource } from '../experiments/debian-source.js';
import { REPOSITORY } from '../repository.js';
import type { Harness } from './harnesses.js';

const HERE = join(REPOSITORY, 'benchmarks', 'libraries', 'harnesses');
const SOURCES = join(tmpdir(), 'fencepost-libraries');
const MODELS = ['sc', 'tso', 'pso', 'rc11'];
const SYSTEM = ['/usr/include', '/usr/include/x86_64-linux-gnu'];

/** The folder of the header; undefined if it is not there. `given`: a folder of the user's. */
export function folderOf({ header }: Pick<Harness, 'header'>, given?: string): string | undefined {
  return [...(given === undefined ? [] : [given]), ...SYSTEM].find((folder) => existsSync(join(folder, header)));
}

/** The version of Debian's package; a library that Debian does not have tells none. */
export function versionOf(name: string | undefined): string {
  if (name === undefined) return '';
  return spawnSync('dpkg-query', ['-W', '-f=${Version}', name], { encoding: 'utf8' }).stdout;
}

/** The verdicts, and the number of executions of each. */
export async function verdictsOf(harness: Harness, folder: string, mostSeconds: number) {
  const { file, flags, sources, unroll } = harness;
  const parts: string[] = [];
  if (sources !== undefined) {
    mkdirSync(SOURCES, { recursive: true });
    const root = debianSource(sources.package, SOURCES);
    parts.push(
      ...sources.folders.map((each) => `-I${join(root, each)}`),
      ...sources.files.map((each) => join(root, each)),
    );
  }
  const own = SYSTEM.includes(folder) ? [] : [`-I${folder}`];
  return check(join(HERE, file), {
    models: MODELS,
    flags: [...own, ...flags, ...parts],
    mostSeconds,
    ...(unroll !== undefined && { unroll }),
  });
}
