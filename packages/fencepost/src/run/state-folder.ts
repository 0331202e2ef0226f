import { chmodSync, closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '@fencepost/c/folders';
import { randomHex, sha256 } from '../files/hashes.js';

/** Private: a state contains source lines, and write access here determines what is resumed. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const KEPT_MILLISECONDS = 30 * 24 * 3600 * 1000;

const TOKEN = /^fpr-[0-9a-f]{12}$/;
/** Includes files of earlier versions, and leftovers of interrupted writes. */
const OWN_FILE = /^fpr-[0-9a-f]{12}\.(?:json|run|lock|[0-9a-f]{12}\.tmp)$/;

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Creates a token. Its second half identifies the folder in which the run was started. */
export function newToken(folder: string): string {
  return `fpr-${randomHex(3)}${folderDigest(folder)}`;
}

export function stateFile(token: string): string {
  return join(stateFolder(), `${token}.run`);
}

export function lockFile(token: string): string {
  return join(stateFolder(), `${token}.lock`);
}

/** Returns the tokens of runs that were started in a folder, newest first. */
export function tokensOf(folder: string): string[] {
  const ending = `${folderDigest(folder)}.run`;
  return ownFiles()
    .filter(({ name }) => name.endsWith(ending))
    .sort((a, b) => b.time - a.time)
    .map(({ name }) => name.slice(0, -'.run'.length));
}

export function makeStateFolder(): void {
  makeFolder(stateFolder(), PRIVATE_FOLDER);
  // Earlier versions made it readable for all users. A folder chosen by the user is not changed.
  if ((process.env['FENCEPOST_STATE'] ?? '') === '') chmodSync(stateFolder(), PRIVATE_FOLDER);
}

/** Replaces a file atomically: a reader sees either the whole old content or the whole new one. */
export function replaceFile(path: string, bytes: Buffer): void {
  const temporary = `${path.replace(/\.\w+$/, '')}.${randomHex(6)}.tmp`;
  try {
    const file = openSync(temporary, 'wx', PRIVATE_FILE);
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Creates a file. Throws (EEXIST) if it exists. */
export function createFile(path: string, text: string): void {
  writeFileSync(path, text, { flag: 'wx', mode: PRIVATE_FILE });
}

/** Removes the saved state of a run, and leftovers of interrupted writes. */
export function removeState(token: string): void {
  for (const { name } of ownFiles()) {
    if (name.startsWith(`${token}.`) && !name.endsWith('.lock')) rmSync(join(stateFolder(), name), { force: true });
  }
}

/** Removes saved runs that are too old to be resumed. */
export function removeOldStates(now: number = Date.now()): void {
  for (const { name, time } of ownFiles()) {
    if (now - time > KEPT_MILLISECONDS) rmSync(join(stateFolder(), name), { force: true });
  }
}

function ownFiles(): { readonly name: string; readonly time: number }[] {
  let names: string[];
  try {
    names = readdirSync(stateFolder());
  } catch {
    return [];
  }
  return names.filter((name) => OWN_FILE.test(name)).flatMap(withTime);
}

function withTime(name: string): { readonly name: string; readonly time: number }[] {
  // Another process may have removed it meanwhile.
  const stats = statSync(join(stateFolder(), name), { throwIfNoEntry: false });
  return stats === undefined ? [] : [{ name, time: stats.mtimeMs }];
}

function stateFolder(): string {
  const { FENCEPOST_STATE: own = '', XDG_STATE_HOME: shared = '' } = process.env;
  if (own !== '') return own;
  return join(shared === '' ? join(homedir(), '.local', 'state') : shared, 'fencepost');
}

function folderDigest(folder: string): string {
  return sha256(folder).slice(0, 6);
}
