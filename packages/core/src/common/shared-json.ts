/** Text of a value whose repeated arrays are written once. A reference to one is an object with this key. */
const KEY = '$';

interface Shared {
  /** The repeated arrays. Each refers to earlier ones only. */
  readonly arrays: unknown[];
  readonly value: unknown;
}

/**
 * Returns JSON in which an array that occurs in several places of the value, as the same object, is written once. The
 * open jobs of a search have most of their events in common: its JSON would grow with the square of an execution.
 */
export function stringifyShared(value: unknown): string {
  const writer = new Writer();
  const shared: Shared = writer.count(value)
    ? { value: writer.substitute(value), arrays: writer.arrays }
    : { value, arrays: [] };
  return JSON.stringify(shared);
}

/** Reads the value of `stringifyShared`, with shared arrays again. */
export function parseShared(text: string): unknown {
  const { arrays, value } = JSON.parse(text) as Shared;
  if (arrays.length === 0) return value;
  for (let i = 0; i < arrays.length; i++) resolve(arrays[i], arrays);
  return resolve(value, arrays);
}

class Writer {
  readonly arrays: unknown[] = [];
  /** Arrays that occur once (0) or repeatedly (-1); those written to `arrays`: their index + 1. */
  private readonly seen = new Map<readonly unknown[], number>();

  /** Notes all arrays. Returns whether references can be told from all objects of the value. */
  count(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return true;
    if (!Array.isArray(value)) return !(KEY in value) && Object.values(value).every((each) => this.count(each));
    const isKnown = this.seen.has(value);
    this.seen.set(value, isKnown ? -1 : 0);
    return isKnown || value.every((each) => this.count(each));
  }

  substitute(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.substitute(each)]));
    }
    const seen = this.seen.get(value)!;
    if (seen > 0) return { [KEY]: seen - 1 };
    const written = value.some(isObject) ? value.map((each) => this.substitute(each)) : value;
    if (seen === 0) return written;
    this.seen.set(value, this.arrays.push(written));
    return { [KEY]: this.arrays.length - 1 };
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Replaces the references in the value, which is changed. */
function resolve(value: unknown, arrays: readonly unknown[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = resolve(value[i], arrays);
    return value;
  }
  const object = value as Record<string, unknown>;
  if (typeof object[KEY] === 'number') return arrays[object[KEY]];
  for (const key of Object.keys(object)) object[key] = resolve(object[key], arrays);
  return object;
}
