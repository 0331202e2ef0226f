/** One line of a thread: what it does to a shared cell, as a plain access or through `Atomics`. */
export type Line =
  | { readonly kind: 'store'; readonly cell: Cell; readonly value: number; readonly atomic: boolean }
  | { readonly kind: 'load'; readonly cell: Cell; readonly atomic: boolean };

export type Cell = 'x' | 'y';
export const CELLS: readonly Cell[] = ['x', 'y'];

/** Two threads, each a few lines. Their loads are called r0, r1, … in the order in which they are written down. */
export interface Litmus {
  readonly shape: string;
  readonly variant: string;
  readonly threads: readonly [readonly Line[], readonly Line[]];
  /** Cells whose value in the end is part of the outcome. */
  readonly finals: readonly Cell[];
}

export function nameOf({ shape, variant }: Litmus): string {
  return `${shape} ${variant}`;
}

/** Where the loads are, in the order of their names. `slot` counts the loads of a thread. */
export function registersOf({ threads }: Litmus): readonly { readonly thread: number; readonly slot: number }[] {
  return threads.flatMap((lines, thread) =>
    lines.filter(({ kind }) => kind === 'load').map((_, slot) => ({ thread, slot })),
  );
}

/** An outcome as it is written in histograms: `r0=0 r1=1 y=2`. Values of the registers, then of the final cells. */
export function showOutcome(litmus: Litmus, values: readonly number[]): string {
  const names = [...registersOf(litmus).map((_, i) => `r${i}`), ...litmus.finals];
  return names.map((name, i) => `${name}=${values[i] ?? '?'}`).join(' ');
}
