import { FencepostError, isFencepostError } from '@fencepost/core';
import { codeOf } from '../errors.js';
import { readRegular } from '../files/regular.js';
import { reasonOf } from '../files/reasons.js';
import { lockRun } from './run-lock.js';
import type { ResumableCommand, SavedProgram, SavedRun } from './saved-run.js';
import { decodeRun } from './saved-run.js';
import { isToken, lockFile, stateFile, tokensOf } from './state-folder.js';

/** The value of `--resume` for the newest run of the folder. A run that was killed has not printed its token. */
const LAST = 'last';

/** A run to resume; no other process can resume it until a `Checkpoint` with this token is closed. */
export interface ResumedRun<Request, Kept = readonly SavedProgram[]> extends SavedRun<Request, Kept> {
  readonly token: string;
}

/** Loads a saved run. Throws BAD_RESUME unless it is intact and was written by this version in this folder. */
export function loadRun<Request, Kept = readonly SavedProgram[]>(
  command: ResumableCommand,
  asked: string,
): ResumedRun<Request, Kept> {
  const token = tokenFor(command, asked);
  const saved = decodeRun<Request, Kept>(read(token));
  if (typeof saved === 'string') throw cannotResume(token, saved);
  const { folder } = saved;
  if (saved.command !== command)
    throw badResume(`${token} is a run of fencepost ${saved.command}`, `fencepost ${saved.command} --resume ${token}`);
  if (folder !== process.cwd()) throw badResume(`the check was started in ${folder}`, `go there first: cd ${folder}`);
  lock(token);
  return { ...saved, token };
}

export function changedSince(source: string): FencepostError {
  return badResume(`${source} has changed since the check was stopped`, 'start the check again');
}

function tokenFor(command: ResumableCommand, asked: string): string {
  if (asked === LAST) {
    // Does not fall back to an older run if a process is working on this one: it may be about another program.
    const newest = tokensOf(process.cwd()).find((token) => mayBeOf(command, token));
    if (newest !== undefined) return newest;
    throw badResume(`no ${command} started in ${process.cwd()} can be resumed`, `start the ${command} again`);
  }
  if (isToken(asked)) return asked;
  throw badResume(
    `'${asked}' is not a token`,
    `a token looks like fpr-0123456789ab; a check that is stopped prints one; '${LAST}' is the newest of this folder`,
  );
}

/** A state that cannot be read may belong to any command. */
function mayBeOf(command: ResumableCommand, token: string): boolean {
  const saved = decodeRun(read(token));
  return typeof saved === 'string' || saved.command === command;
}

function read(token: string): Buffer {
  try {
    const bytes = readRegular(stateFile(token));
    if (bytes === undefined) throw cannotResume(token, 'it is a pipe or a device');
    return bytes;
  } catch (error) {
    if (isFencepostError(error)) throw error;
    throw cannotResume(token, codeOf(error) === 'ENOENT' ? 'there is no such run' : reasonOf(error));
  }
}

function lock(token: string): void {
  let other: number | undefined;
  try {
    other = lockRun(token);
  } catch {
    return; // Not writable for us, nor for other processes that resume it.
  }
  if (other === undefined) return;
  throw badResume(
    `process ${other} is working on ${token}`,
    `wait until it ends, or name another run by its token; if it is not a check, remove ${lockFile(token)}`,
  );
}

function cannotResume(token: string, reason: string): FencepostError {
  return badResume(`cannot resume ${token}: ${reason} (${stateFile(token)})`, 'start the check again');
}

function badResume(message: string, hint: string): FencepostError {
  return new FencepostError('BAD_RESUME', message, { hint });
}
