import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

// With FENCEPOST_CPU_TIMES=FILE, each test file adds a line: the seconds of CPU time that it took, with those of the
// processes that it waited for, and its name. Unlike clocks, they hardly depend on what else a machine does.

const file = process.env['FENCEPOST_CPU_TIMES'];
/** Clock ticks per second on Linux. */
const TICKS = 100;

function cpuSeconds(): number {
  // utime, stime, cutime and cstime; the name of the command, in parentheses, may have spaces.
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

if (file !== undefined && process.platform === 'linux') {
  const before = cpuSeconds();
  afterAll(() => {
    const { testPath = '' } = expect.getState();
    appendFileSync(file, `${(cpuSeconds() - before).toFixed(1)}\t${relative(process.cwd(), testPath)}\n`);
  });
}
