import type { ElementType } from '@fencepost/core';
import { isElementType } from '@fencepost/core';
import { badRecording } from './bad-recording.js';
import type { Region } from './layout.js';

/** The names of memory. */
export class RegionNames {
  /** Sorted by start. */
  private regions: readonly Region[] = [];

  read(value: unknown): void {
    if (!Array.isArray(value) || !value.every(isRegion)) throw badRecording('the recording has a wrong list of names');
    this.regions = value.toSorted((a, b) => a.start - b.start);
  }

  /** Returns the name of an address, or of the synchronisation object at this address. */
  nameOf(address: number, isObject: boolean): string | undefined {
    const region = this.regionAt(address);
    if (region === undefined) return undefined;
    const name = nameIn(region, address);
    if (!isObject) return name;
    // Elements are not synchronisation objects, but threads can wait for them.
    return region.unit === 0 ? `lock ${name}` : `the waiters for ${name}`;
  }

  /** Returns the element type of the `size` bytes at an address, if they are an element. */
  formOf(address: number, size: number): ElementType | undefined {
    const region = this.regionAt(address);
    return region?.unit === size ? region.form : undefined;
  }

  /** Returns the region that begins last before the address. */
  private regionAt(address: number): Region | undefined {
    let [from, to] = [0, this.regions.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.regions[middle]!.start <= address) from = middle + 1;
      else to = middle;
    }
    const region = this.regions[from - 1];
    return region === undefined || address >= region.end ? undefined : region;
  }
}

function nameIn({ name, unit, start }: Region, address: number): string {
  const offset = address - start;
  const element = unit === 0 ? name : `${name}[${Math.floor(offset / unit)}]`;
  const rest = unit === 0 ? offset : offset % unit;
  return rest === 0 ? element : `${element}+${rest}`;
}

function isRegion(value: unknown): value is Region {
  if (typeof value !== 'object' || value === null) return false;
  const { start, end, unit, name, form } = value as Record<string, unknown>;
  const numbers = [start, end, unit];
  if (typeof name !== 'string' || (form !== undefined && !isElementType(form))) return false;
  return numbers.every((each) => Number.isSafeInteger(each) && (each as number) >= 0);
}
