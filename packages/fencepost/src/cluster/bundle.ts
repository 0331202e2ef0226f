import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { BuiltElsewhere } from '@fencepost/c';
import { clusterError } from '@fencepost/cluster';
import { isMaybe, isRecord, isText } from '@fencepost/core';
import { codeOf } from '../errors.js';
import type { CompiledProgram, LoadedProgram } from '../load/loaded-program.js';
import type { CheckRequest } from '../run/check-request.js';
import type { TestChoices } from '../run/test-loaded.js';
import type { Environment } from './surroundings.js';
import { NO_ENVIRONMENT } from './surroundings.js';

/**
 * Maximum size of an unpacked bundle, in bytes: a small bundle that inflates a thousandfold must not exhaust the memory
 * of agents.
 */
const MOST_BYTES = 256 << 20;

/** Everything that another machine needs to load the programs of some files. */
export interface Bundle {
  readonly sources: readonly string[];
  readonly request: CheckRequest;
  /** If present, the programs are tested with these options instead of checked. */
  readonly tests?: TestChoices;
  /** The environment variables that the code of the programs has read. */
  readonly environment: Environment;
  /** In the order of the sources. */
  readonly programs: readonly { readonly source: string; readonly digest: string }[];
  /** The folder that all paths begin with, where the bundle was made. Nothing is read or written there: places may name it. */
  readonly root: string;
  /** The folder in which the command was run, relative to the root of the bundle. */
  readonly cwd: string;
  /** Contents of the files, by their paths relative to the root. */
  readonly files: Readonly<Record<string, Buffer>>;
  /** Compiled programs, by source. */
  readonly built: Readonly<Record<string, BuiltElsewhere>>;
}

/** Collects the files of some programs. */
export function bundleOf(
  sources: readonly string[],
  request: CheckRequest,
  loaded: readonly LoadedProgram[],
  environment: Environment,
): Bundle {
  const cwd = process.cwd();
  const named = (file: string): string => (isAbsolute(file) ? relative(cwd, file) : file);
  const paths = new Set([...sources, ...loaded.flatMap(filesOf)].map((path) => resolve(path)));
  for (const path of [...paths]) {
    const manifest = manifestFor(path);
    if (manifest !== undefined) paths.add(manifest);
  }
  const root = [...paths].map(dirname).reduce(commonFolder, cwd);
  const files = [...paths].map((path) => [relative(root, path), readFileSync(path)] as const);
  return {
    ...{ sources: sources.map(named), request, environment },
    programs: loaded.map(({ source, digest }) => ({ source: named(source), digest })),
    root,
    cwd: relative(root, cwd),
    files: Object.fromEntries(files),
    built: Object.fromEntries(loaded.filter(isCompiled).map(({ source, built }) => [named(source), built])),
  };
}

/** Returns the source files of the program, and the user's headers that reports quote. */
function filesOf(loaded: LoadedProgram): readonly string[] {
  const { files = [] } = loaded;
  if (!isCompiled(loaded)) return files;
  const places = loaded.built.stored.labels.filter(({ foreign }) => foreign !== true);
  const headers = new Set(places.flatMap(({ site }) => (site === undefined ? [] : [site.file])));
  return [...files, ...[...headers].filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())];
}

function isCompiled(loaded: LoadedProgram): loaded is CompiledProgram {
  return 'built' in loaded;
}

export function encodeBundle({ files, built, ...rest }: Bundle): Buffer {
  const text = JSON.stringify({
    ...rest,
    files: mapped(files, base64),
    built: mapped(built, ({ stored, warnings, wasm }) => ({ stored, warnings, wasm: base64(wasm) })),
  });
  if (text.length > MOST_BYTES) {
    throw clusterError(
      `the files of the program are too large for a cluster: ${text.length >> 20} MiB`,
      `at most ${MOST_BYTES >> 20} MiB, where each byte of a file counts as 4/3`,
    );
  }
  return deflateRawSync(text);
}

/** Decodes a bundle. Throws CLUSTER if it was not made by a submitter. */
export function decodeBundle(bytes: Buffer): Bundle {
  type Encoded = Omit<Bundle, 'files' | 'built' | 'environment' | 'root'> & {
    readonly environment?: Environment;
    readonly root?: string;
    readonly files: Readonly<Record<string, string>>;
    readonly built: Readonly<Record<string, Omit<BuiltElsewhere, 'wasm'> & { readonly wasm: string }>>;
  };
  let decoded: unknown;
  try {
    decoded = JSON.parse(inflateRawSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8'));
  } catch (error) {
    throw cannotUnpack(codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'it is too large' : 'it is not a bundle');
  }
  if (!isBundle(decoded)) throw cannotUnpack('it is not a bundle');
  const { files, built, ...rest } = decoded as Encoded;
  return {
    // Older submitters have sent neither.
    ...{ environment: NO_ENVIRONMENT, root: '' },
    ...rest,
    files: mapped(files, (text) => Buffer.from(text, 'base64')),
    built: mapped(built, (each) => ({ ...each, wasm: Buffer.from(each.wasm, 'base64') })),
  };
}

/** Checks the structure as far as needed here: the rest is compared with the loaded programs. */
function isBundle(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { sources, request, environment = NO_ENVIRONMENT, programs, root, cwd, files, built } = value;
  return (
    Array.isArray(sources) &&
    sources.every(isText) &&
    isRecord(request) &&
    ['load', 'search', 'limits'].every((group) => isRecord(request[group])) &&
    isRecord(environment) &&
    isRecord(environment['values']) &&
    Object.values(environment['values']).every((each) => each === null || isText(each)) &&
    Array.isArray(environment['others']) &&
    environment['others'].every(isText) &&
    Array.isArray(programs) &&
    programs.every((each) => isRecord(each) && isText(each['source']) && isText(each['digest'])) &&
    isMaybe(root, isText) &&
    isText(cwd) &&
    isRecord(files) &&
    Object.values(files).every(isText) &&
    isRecord(built) &&
    Object.values(built).every((each) => isRecord(each) && isText(each['wasm']))
  );
}

function cannotUnpack(reason: string): Error {
  return clusterError(`the bundle of the run cannot be unpacked: ${reason}`, 'submit it again');
}

function mapped<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** Returns the package.json that determines how Node loads a module. */
function manifestFor(path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) return manifest;
    if (folder === dirname(folder)) return undefined;
  }
}

function commonFolder(a: string, b: string): string {
  for (let folder = a; ; folder = dirname(folder)) {
    const path = relative(folder, b);
    if (folder === dirname(folder) || !(path.startsWith('..') || isAbsolute(path))) return folder;
  }
}
