import { badRecording } from './bad-recording.js';
import type { Region } from './layout.js';

/** The names of memory. */
export class RegionNames {
  /** By start. */
  private regions: readonly Region[] = [];

  read(value: unknown): void {
    if (!Array.isArray(value) || !value.every(isRegion)) throw badRecording('the recording has a wrong list of names');
    this.regions = value.toSorted((a, b) => a.start - b.start);
  }

  /** The name of an address: that of the region which begins last before it. */
  nameOf(address: number): string | undefined {
    let [from, to] = [0, this.regions.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.regions[middle]!.start <= address) from = middle + 1;
      else to = middle;
    }
    const region = this.regions[from - 1];
    if (region === undefined || address >= region.end) return undefined;
    const { name, unit, start } = region;
    if (unit === 0) return name;
    const index = Math.floor((address - start) / unit);
    const rest = (address - start) % unit;
    return rest === 0 ? `${name}[${index}]` : `${name}[${index}]+${rest}`;
  }
}

function isRegion(value: unknown): value is Region {
  if (typeof value !== 'object' || value === null) return false;
  const { start, end, unit, name } = value as Record<string, unknown>;
  const numbers = [start, end, unit];
  return typeof name === 'string' && numbers.every((each) => Number.isSafeInteger(each) && (each as number) >= 0);
}
