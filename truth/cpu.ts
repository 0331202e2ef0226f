import { readFileSync } from 'node:fs';

/** Ticks per second of the times in /proc, on every Linux. */
const TICKS = 100;

/**
 * Returns a clock of CPU time in seconds for a case. If the case is `alone` in this process, all threads of the process
 * count (compiler and garbage collector of V8 among them), and processes that it started and that have ended (clang).
 * Otherwise others' time would be in it: then only this thread counts.
 */
export function cpuClock(alone: boolean): () => number {
  const clock = alone ? ofProcess : ofThread;
  const start = clock();
  return () => clock() - start;
}

function ofProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childSeconds();
}

/** Returns the CPU time of the processes that this one started and that have ended: fields 16 and 17 of proc_pid_stat(5). 0 on other systems than Linux. */
export function childSeconds(): number {
  const stat = textOf('/proc/self/stat');
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / TICKS;
}

/** CPU time of this thread; on other systems than Linux, wall time. */
function ofThread(): number {
  const [nanoseconds] = textOf('/proc/thread-self/schedstat').split(' ');
  return nanoseconds === undefined || nanoseconds === '' ? performance.now() / 1000 : Number(nanoseconds) / 1e9;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
