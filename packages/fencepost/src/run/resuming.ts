import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { FencepostError } from '@fencepost/core';
import type { CheckReport } from '@fencepost/report';
import type { SavedCheck } from '@fencepost/check';
import { version } from './version.js';

/** What a run that was stopped leaves behind, so that another can go on; JSON in a file that its token names. */
export interface SavedRun<Request> {
  readonly tool: string;
  readonly folder: string;
  readonly request: Request;
  /** In the order of the run. */
  readonly programs: readonly SavedProgram[];
}

export interface SavedProgram {
  readonly source: string;
  readonly program: string;
  /** Of what was checked: the compiled program, or the text. */
  readonly digest: string;
  readonly checks: readonly CheckReport[];
  /** Where the search stands; null: it is over. */
  readonly saved: SavedCheck | null;
}

const TOKEN = /^fpr-[0-9a-f]{12}$/;

/** Keeps the run and returns the token for `--resume`. */
export function saveRun<Request>(run: Omit<SavedRun<Request>, 'tool' | 'folder'>): string {
  const token = `fpr-${randomBytes(6).toString('hex')}`;
  mkdirSync(stateFolder(), { recursive: true });
  const saved: SavedRun<Request> = { tool: tool(), folder: process.cwd(), ...run };
  writeFileSync(fileOf(token), JSON.stringify(saved));
  return token;
}

export function loadRun<Request>(token: string): SavedRun<Request> {
  if (!TOKEN.test(token)) {
    throw badToken(
      `'${token}' is not a token`,
      'a token looks like fpr-0123456789ab; a check that is stopped prints one',
    );
  }
  let saved: SavedRun<Request>;
  try {
    saved = JSON.parse(readFileSync(fileOf(token), 'utf8')) as SavedRun<Request>;
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const reason = missing ? 'there is no such run' : 'its saved state cannot be read';
    throw badToken(`cannot resume ${token}: ${reason} (${fileOf(token)})`, 'start the check again');
  }
  if (saved.tool !== tool()) throw badToken(`${token} was kept by ${saved.tool}`, 'start the check again');
  return saved;
}

/** Its files are named relative to the folder it was begun in. */
export function inItsFolder({ folder }: Pick<SavedRun<unknown>, 'folder'>): void {
  if (folder !== process.cwd()) throw badToken(`the check was begun in ${folder}`, `go there first: cd ${folder}`);
}

/** A token is good for one use. */
export function forgetRun(token: string): void {
  rmSync(fileOf(token), { force: true });
}

export function changedSince(source: string): FencepostError {
  return badToken(`${source} has changed since the check was stopped`, 'start the check again');
}

function stateFolder(): string {
  const { FENCEPOST_STATE: own = '', XDG_STATE_HOME: shared = '' } = process.env;
  if (own !== '') return own;
  return join(shared === '' ? join(homedir(), '.local', 'state') : shared, 'fencepost');
}

function fileOf(token: string): string {
  return join(stateFolder(), `${token}.json`);
}

function tool(): string {
  return `fencepost ${version()}`;
}

function badToken(message: string, hint: string): FencepostError {
  return new FencepostError('BAD_RESUME', message, { hint });
}
