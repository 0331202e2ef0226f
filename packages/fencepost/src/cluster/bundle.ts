import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { BuiltElsewhere } from '@fencepost/c';
import type { CompiledProgram, LoadedProgram } from '../load/loaded-program.js';
import type { CheckRequest } from '../run/check-request.js';

/** All that another machine needs to make the programs of a file. */
export interface Bundle {
  readonly source: string;
  readonly request: CheckRequest;
  /** Of the programs, in order. */
  readonly digests: readonly string[];
  /** The folder that the command was run in, from the one that has everything. */
  readonly cwd: string;
  /** By their paths from there. */
  readonly files: Readonly<Record<string, Buffer>>;
  readonly built: BuiltElsewhere | undefined;
}

/** Puts together what the programs of a file are made of. */
export function bundleOf(source: string, request: CheckRequest, loaded: readonly LoadedProgram[]): Bundle {
  const cwd = process.cwd();
  const paths = new Set([source, ...loaded.flatMap(({ files = [] }) => files)].map((path) => resolve(path)));
  for (const path of [...paths]) {
    const manifest = manifestFor(path);
    if (manifest !== undefined) paths.add(manifest);
  }
  const root = [...paths].map(dirname).reduce(commonFolder, cwd);
  const files = [...paths].map((path) => [relative(root, path), readFileSync(path)] as const);
  return {
    ...{ source: isAbsolute(source) ? relative(cwd, source) : source, request },
    digests: loaded.map(({ digest }) => digest),
    cwd: relative(root, cwd),
    files: Object.fromEntries(files),
    built: loaded.find(isCompiled)?.built,
  };
}

function isCompiled(loaded: LoadedProgram): loaded is CompiledProgram {
  return 'built' in loaded;
}

export function encodeBundle({ files, built, ...rest }: Bundle): Buffer {
  const text = JSON.stringify({
    ...rest,
    files: Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, bytes.toString('base64')])),
    built: built && { ...{ stored: built.stored, warnings: built.warnings }, wasm: base64(built.wasm) },
  });
  return deflateRawSync(text);
}

export function decodeBundle(bytes: Buffer): Bundle {
  type Encoded = Omit<Bundle, 'files' | 'built'> & {
    readonly files: Readonly<Record<string, string>>;
    readonly built?: Omit<BuiltElsewhere, 'wasm'> & { readonly wasm: string };
  };
  const { files, built, ...rest } = JSON.parse(inflateRawSync(bytes).toString('utf8')) as Encoded;
  return {
    ...rest,
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')])),
    built: built && { ...built, wasm: Buffer.from(built.wasm, 'base64') },
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** Says how Node is to read a module. */
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
