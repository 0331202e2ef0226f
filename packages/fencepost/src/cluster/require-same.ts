import type { LoadedProgram } from '../load/loaded-program.js';

/** Throws unless the programs are those that were submitted. */
export function requireSame(loaded: readonly LoadedProgram[], digests: readonly string[]): void {
  const other = loaded.find(({ digest }, i) => digest !== digests[i]);
  if (other === undefined) return;
  throw new Error(
    `${other.source} differs from the submitted program: this machine may have another version of a package`,
  );
}
