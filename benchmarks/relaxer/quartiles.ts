/** The median and, in brackets, the quartiles of all seeds; one that found nothing took longer than any other. */
export function quartiles(all: readonly (number | undefined)[]): string {
  const sorted = all.map((each) => each ?? Infinity).toSorted((a, b) => a - b);
  const at = (share: number): string => {
    const value = sorted[Math.floor(share * (sorted.length - 1))]!;
    return value === Infinity ? '–' : Number.isInteger(value) ? String(value) : value.toFixed(2);
  };
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
}
