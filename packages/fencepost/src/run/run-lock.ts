import { readFileSync, rmSync } from 'node:fs';
import { codeOf } from '../errors.js';
import { readRegular } from '../files/regular.js';
import { createFile, lockFile } from './state-folder.js';

/** The process that works on a run; undefined: none does. */
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

/** Makes this process the one that works on a run; or returns which other one does. Throws if nothing can be written. */
export function lockRun(token: string): number | undefined {
  for (;;) {
    try {
      createFile(lockFile(token), `${process.pid} ${processOf(process.pid)?.started ?? ''}`);
      return undefined;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      const other = runsIn(token);
      if (other !== undefined) return other;
      // Of a process that was killed.
      unlockRun(token);
    }
  }
}

export function unlockRun(token: string): void {
  rmSync(lockFile(token), { force: true });
}

/** `started`: when the process began that the lock is of, as the system counts; '': not known. */
function isAlive(pid: number, started: string): boolean {
  const found = processOf(pid);
  if (found !== undefined) return !found.isOver && (started === '' || started === found.started);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM'; // it belongs to somebody else
  }
}

/**
 * What Linux says about a process; undefined: it says nothing. One that was killed stays in the table of processes until its
 * parent asks for it, and in a container nobody may do so. The number of one that is gone may be given to another.
 */
function processOf(pid: number): { readonly isOver: boolean; readonly started: string } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name, in parentheses, may have any characters.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { isOver: ['Z', 'X', 'x'].includes(fields[STATE]!), started: fields[STARTED] ?? '' };
}

/** Where fields are after the name: the third and the 22nd of all (proc_pid_stat(5)). */
const STATE = 0;
const STARTED = 19;
