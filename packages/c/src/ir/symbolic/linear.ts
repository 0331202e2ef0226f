/**
 * A linear term over integers: a constant, plus symbols with factors that are not 0. The name of a symbol ends with `_` and
 * the number of its bits (`boundsOf`).
 */
export interface Linear {
  readonly constant: bigint;
  /** In alphabetical order. */
  readonly parts: readonly (readonly [symbol: string, factor: bigint])[];
  /** Equal for equal terms only. */
  readonly key: string;
}

export function linear(parts: readonly (readonly [symbol: string, factor: bigint])[], constant: bigint): Linear {
  const key = `${parts.map(([symbol, factor]) => `${factor}*${symbol}+`).join('')}${constant}`;
  return { constant, parts, key };
}

export function constant(value: bigint): Linear {
  return linear([], value);
}

export function symbol(name: string): Linear {
  return linear([[name, 1n]], 0n);
}

/** Returns a + factor · b. */
export function sum(a: Linear, b: Linear, factor = 1n): Linear {
  const parts: [string, bigint][] = [];
  let [i, j] = [0, 0];
  while (i < a.parts.length || j < b.parts.length) {
    const [one, other] = [a.parts[i], b.parts[j]];
    if (other === undefined || (one !== undefined && one[0] < other[0])) {
      parts.push([...one!]);
      i++;
    } else if (one === undefined || other[0] < one[0]) {
      parts.push([other[0], factor * other[1]]);
      j++;
    } else {
      const together = one[1] + factor * other[1];
      if (together !== 0n) parts.push([one[0], together]);
      i++;
      j++;
    }
  }
  return linear(factor === 0n ? a.parts : parts, a.constant + factor * b.constant);
}

export function scaled(term: Linear, factor: bigint): Linear {
  return sum(constant(0n), term, factor);
}

export function isConstant({ parts }: Linear): boolean {
  return parts.length === 0;
}

/** Returns the least and the greatest value of a number of this many bits: signed, but a single bit is 0 or 1. */
export function boundsOfBits(bits: number): readonly [least: bigint, greatest: bigint] {
  if (bits === 1) return [0n, 1n];
  const half = 1n << BigInt(bits - 1);
  return [-half, half - 1n];
}

export function boundsOf(name: string): readonly [least: bigint, greatest: bigint] {
  return boundsOfBits(Number(name.slice(name.lastIndexOf('_') + 1)));
}
