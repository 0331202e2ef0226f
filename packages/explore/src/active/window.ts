/** Cycles are predicted window by window: those whose span is at least `from` and less than `to`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

const FIRST = 16;
const FACTOR = 4;

/** Yields windows up to the greatest span, as long as `wanted` accepts them. */
export function* windows(greatest: number, wanted: (from: number) => boolean): Generator<Window, void, void> {
  for (let from = 0, to = FIRST; from <= greatest && wanted(from); from = to, to *= FACTOR) yield { from, to };
}
