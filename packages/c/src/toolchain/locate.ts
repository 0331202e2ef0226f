import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path, { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';

/** The versions of LLVM whose IR and linker we support, newest first. */
export const SUPPORTED = [22, 21, 20, 19, 18, 17, 16] as const;

/** Environment variables, like `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A clang that may be suitable, with its linker. It has not been run yet. */
export interface Candidate {
  readonly clang: string;
  /** Undefined if no linker is next to it or on the path. */
  readonly linker: string | undefined;
  /** The version in its name. */
  readonly major: number | undefined;
}

/** Returns the clangs worth trying, best first: the requested one, `clang-22` … `clang-16`, then `clang`. */
export function clangCandidates(environment: Environment): Candidate[] {
  const wanted = environment['FENCEPOST_CLANG'];
  if (wanted !== undefined && wanted !== '') {
    const clang = program(wanted, environment);
    return clang === undefined ? [] : [candidate(clang, versionIn(clang), environment)];
  }
  const found: Candidate[] = [];
  for (const major of SUPPORTED) {
    const clang = onPath(`clang-${major}`, environment) ?? executable(`/usr/lib/llvm-${major}/bin/clang`);
    if (clang !== undefined) found.push(candidate(clang, major, environment));
  }
  const clang = onPath('clang', environment);
  if (clang !== undefined) found.push(candidate(clang, versionIn(clang), environment));
  // A clang without a linker is listed only for the error message.
  return [...found.filter(({ linker }) => linker !== undefined), ...found.filter(({ linker }) => linker === undefined)];
}

function candidate(clang: string, major: number | undefined, environment: Environment): Candidate {
  const wanted = environment['FENCEPOST_WASM_LD'];
  if (wanted !== undefined && wanted !== '') return { clang, linker: program(wanted, environment), major };
  const linker =
    (major === undefined ? undefined : onPath(`wasm-ld-${major}`, environment)) ??
    executable(join(dirname(realpathSync(clang)), 'wasm-ld')) ??
    onPath('wasm-ld', environment);
  return { clang, linker, major };
}

/** Returns 19 for `/usr/lib/llvm-19/bin/clang` and `clang-19`. */
function versionIn(path: string): number | undefined {
  const match = /(?:llvm|clang)-(\d+)/.exec(realpathSync(path)) ?? /-(\d+)$/.exec(path);
  return match === null ? undefined : Number(match[1]);
}

/** Finds a program by its path or name. */
function program(wanted: string, environment: Environment): string | undefined {
  return isPath(wanted) ? executable(resolve(wanted)) : onPath(wanted, environment);
}

/** Whether it is more than the name of a program: `C:\LLVM\bin\\clang.exe` has no slash. */
export function isPath(wanted: string, system: Pick<typeof path, 'basename'> = path): boolean {
  return system.basename(wanted) !== wanted;
}

/** Names under which a program can be on disk. */
export function fileNames(name: string, platform: NodeJS.Platform = process.platform): readonly string[] {
  return platform === 'win32' && !/\.exe$/i.test(name) ? [`${name}.exe`, name] : [name];
}

function onPath(name: string, environment: Environment): string | undefined {
  for (const folder of (environment['PATH'] ?? '').split(delimiter)) {
    const found = isAbsolute(folder) ? executable(join(folder, name)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a program of this name is on the path. */
export function hasProgram(name: string, environment: Environment): boolean {
  return onPath(name, environment) !== undefined;
}

function executable(path: string): string | undefined {
  return fileNames(path).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    // Most places that are tried have no such file, and an exception takes much longer to make than this answer.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of an optional package, or undefined if it is not installed. */
export function locatePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

/** Returns the manifest of a package where Node finds it: in a tenth of the time that Node takes to resolve the package. */
export function locateManifest(name: string): string | undefined {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const manifests = folders.map((folder) => join(folder, name, 'package.json'));
  return manifests.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}

/** Returns a value that changes whenever the file is replaced by another version. */
export function identity(path: string): string {
  const { mtimeMs, size } = statSync(path);
  return `${path} ${mtimeMs} ${size}`;
}
