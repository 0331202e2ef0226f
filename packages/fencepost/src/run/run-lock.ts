import { readFileSync, rmSync } from 'node:fs';
import { codeOf } from '../errors.js';
import { readRegular } from '../files/regular.js';
import { createFile, lockFile } from './state-folder.js';

/** Returns the id of the process that works on a run; undefined if there is none. */
function runsIn(token: string): number | undefined {
  let text: string;
  try {
    text = readRegular(lockFile(token))?.toString('utf8') ?? '';
  } catch {
    return undefined;
  }
  const [pid = '', started = ''] = text.split(' ');
  const number = Number(pid);
  const isPid = Number.isSafeInteger(number) && number > 0;
  return isPid && number !== process.pid && isAlive(number, started) ? number : undefined;
}

/**
 * Locks a run for this process, or returns the id of the process that holds the lock. Throws if the lock cannot be
 * written.
 */
export function lockRun(token: string): number | undefined {
  for (;;) {
    try {
      createFile(lockFile(token), `${process.pid} ${processOf(process.pid)?.started ?? ''}`);
      return undefined;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      const other = runsIn(token);
      if (other !== undefined) return other;
      // The lock of a process that was killed.
      unlockRun(token);
    }
  }
}

export function unlockRun(token: string): void {
  rmSync(lockFile(token), { force: true });
}

/** `started`: start time of the process that holds the lock, in units of the system; empty if unknown. */
function isAlive(pid: number, started: string): boolean {
  const found = processOf(pid);
  if (found !== undefined) return !found.isOver && (started === '' || started === found.started);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM'; // it belongs to another user
  }
}

/**
 * Returns Linux's information about a process; undefined if there is none. A killed process stays in the process table
 * until its parent waits for it, which in a container may never happen. The id of a process that is gone may be reused.
 */
function processOf(pid: number): { readonly isOver: boolean; readonly started: string } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name, in parentheses, may contain any characters.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { isOver: ['Z', 'X', 'x'].includes(fields[STATE]!), started: fields[STARTED] ?? '' };
}

/** Positions of fields after the name: the third and the 22nd of all (proc_pid_stat(5)). */
const STATE = 0;
const STARTED = 19;
