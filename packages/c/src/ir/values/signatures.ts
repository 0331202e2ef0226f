import type { Environment } from './environment.js';

/** Returns which constants are in memory, and in these registers. */
export function signatureOf({ terms, situation }: Environment, registers: readonly number[]): string {
  let text = `${situation}`;
  const constants: string[] = [];
  for (const [place, { symbol, add }] of terms) {
    if (symbol !== 0) continue;
    if (place < 0 ? Number.isInteger(place) : registers.includes(place)) constants.push(`${place}=${add}`);
  }
  for (const each of constants.toSorted()) text += ` ${each}`;
  return text;
}
