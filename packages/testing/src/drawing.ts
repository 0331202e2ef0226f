/** Returns random numbers below a bound. */
export type Draw = (below: number) => number;

/** Returns a source of random numbers (xorshift) in which neighbouring seeds differ from the first number on. */
export function drawing(seed: number): Draw {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>>= 0);
  };
  for (let i = 0; i < 5; i++) next();
  return (below) => next() % below;
}
