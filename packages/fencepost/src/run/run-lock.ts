import { readFileSync, rmSync } from 'node:fs';
import { codeOf } from '../errors.js';
import { createFile, lockFile } from './state-folder.js';

/** The process that works on a run; undefined: none does. */
export function runsIn(token: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(lockFile(token), 'utf8');
  } catch {
    return undefined;
  }
  const pid = Number(text);
  return Number.isSafeInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid) ? pid : undefined;
}

/** Makes this process the one that works on a run; or returns which other one does. Throws if nothing can be written. */
export function lockRun(token: string): number | undefined {
  for (;;) {
    try {
      createFile(lockFile(token), String(process.pid));
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM'; // it belongs to somebody else
  }
}
