import { readFileSync, readdirSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Start time of the process, in ticks of the system's clock. */
  readonly started: number;
}

/**
 * Kills the descendants of this process, such as one that checked code waits for. Linux only: other systems do not list
 * processes in files.
 */
export function endDescendants(): void {
  if (!mayHaveChildren()) return;
  const all = allProcesses();
  const own = all.find(({ pid }) => pid === process.pid);
  if (own === undefined) return;
  const family = new Set([own.pid]);
  // Parents are older than their children. A child older than this process was started by the shell that became it.
  for (const { pid, parent, started } of all.sort((a, b) => a.started - b.started || a.pid - b.pid)) {
    if (family.has(parent) && started >= own.started) family.add(pid);
  }
  family.delete(own.pid);
  for (const pid of family) kill(pid);
}

/** Whether a thread of this process has a child. Asking takes less time than reading what all processes are. */
function mayHaveChildren(): boolean {
  try {
    const tasks = '/proc/self/task';
    return readdirSync(tasks).some((task) => readFileSync(`${tasks}/${task}/children`, 'latin1') !== '');
  } catch {
    return true; // A system without these files, or a thread that ends.
  }
}

function allProcesses(): Process[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => processOf(Number(name)));
  } catch {
    return [];
  }
}

function processOf(pid: number): Process[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in parentheses that may contain any characters; the fourth is the parent, the 22nd the
    // start time.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [{ pid, parent: Number(fields[1]), started: Number(fields[19]) }];
  } catch {
    return []; // It has ended meanwhile.
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile, or its id now belongs to another user's process.
  }
}
