import type { CycleEdge } from '@fencepost/report';
import type { Timeline } from './timeline.js';

/** Positions to jump to: right after these rows. */
export interface Jumps {
  /** Position where the first thread fails or waits forever. */
  readonly failure: number | undefined;
  /** The steps of the cycle, in order of time. */
  readonly cycle: readonly number[];
}

export function jumpsOf({ rows, rowOfStep }: Timeline, cycle: readonly CycleEdge[]): Jumps {
  const failure = rows.findIndex(({ kind }) => kind === 'failure');
  const ends = failure >= 0 ? failure : rows.findIndex(({ kind }) => kind === 'waits');
  const steps = new Set(cycle.flatMap(({ from, to }) => [rowOfStep[from]!, rowOfStep[to]!]));
  return { failure: ends < 0 ? undefined : ends + 1, cycle: [...steps].sort((a, b) => a - b).map((row) => row + 1) };
}

/** Returns the initial position: the failure, otherwise the end of the cycle, otherwise the end. */
export function startOf(timeline: Timeline, cycle: readonly CycleEdge[]): number {
  const jumps = jumpsOf(timeline, cycle);
  return jumps.failure ?? jumps.cycle.at(-1) ?? timeline.rows.length;
}

/** Returns the next step of the cycle; after the last, the first. */
export function nextInCycle({ cycle }: Jumps, position: number): number {
  return cycle.find((each) => each > position) ?? cycle[0]!;
}

/** Returns the position after the same row in a timeline with different folding. */
export function samePosition(from: Timeline, position: number, to: Timeline): number {
  if (position === 0) return 0;
  const { number } = from.rows[position - 1]!;
  return to.rows.findIndex((row) => row.number >= number) + 1;
}
