import { execFileSync } from 'node:child_process';

/**
 * Decides which programs a sample has. Every commit has another one, so that all programs are run within a few commits.
 * `FENCEPOST_ROTATION` repeats the sample of another commit.
 */
export const rotation = Number(process.env['FENCEPOST_ROTATION'] ?? ofCommit());

function ofCommit(): number {
  try {
    return parseInt(execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }), 16);
  } catch {
    return 0;
  }
}

/** Every `step`-th, beginning with one that depends on the commit; all if there are fewer. */
export function rotated<T>(all: readonly T[], step: number): readonly T[] {
  const first = rotation % Math.max(1, Math.min(step, all.length));
  return all.filter((_, i) => i % step === first);
}
