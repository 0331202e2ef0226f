import { execFileSync } from 'node:child_process';

const given = process.env['FENCEPOST_ROTATION'];

/** Whether to run everything instead of a sample. */
export const isWhole = given === 'all';

/**
 * Decides which programs a sample has. Every commit has another one, so that all programs are run within a few commits.
 * `FENCEPOST_ROTATION` repeats the sample of another commit, or takes `all`.
 */
export const rotation = isWhole ? 0 : given === undefined ? ofCommit() : numberIn(given);

function numberIn(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`FENCEPOST_ROTATION is a number or "all", not "${text}"`);
}

function ofCommit(): number {
  try {
    return parseInt(execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }), 16);
  } catch {
    return 0;
  }
}

/** Every `step`-th, beginning with one that depends on the commit; one at least. */
export function rotated<T>(all: readonly T[], step: number): readonly T[] {
  if (isWhole) return all;
  const first = rotation % Math.max(1, Math.min(step, all.length));
  return all.filter((_, i) => i % step === first);
}
