import type { Answer } from './judge.js';
import type { Task } from './task.js';

/** Returns the competition's points for an answer. A wrong answer costs more than many right ones gain. */
export function scoreOf({ expected, subproperty }: Task, { verdict, detail }: Answer): number {
  if (verdict === 'unknown' || expected === undefined) return 0;
  if (verdict === 'true') return expected ? 2 : -32;
  if (expected) return -16;
  // The right verdict for the wrong reason scores nothing.
  return subproperty === undefined || detail === '' || subproperty === detail ? 1 : 0;
}
