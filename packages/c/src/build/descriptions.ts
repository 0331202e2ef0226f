/*
 * The names of parts of a variable ('queue.head', 'flag[1]') come from debug information through a function. The cache
 * holds data, so the function is tabulated: the table has the offsets at which names begin. The bytes after such an
 * offset are named '+1', '+2' and so on.
 */

/** Names of the parts of a variable, by offset. */
export interface Parts {
  readonly size: number;
  /** The variable is an array of elements of this size; `names` are then those of one element, after the index. */
  readonly stride?: number;
  readonly names: readonly (readonly [offset: number, name: string])[];
}

/** Bytes of a variable that are named; more are not worth the space. Arrays have names for one element only. */
const MOST_BYTES = 4096;

/** Returns the names of all parts of an object, by offset, as data; `describer` is the inverse. */
export function tabulate(name: string, size: number, describe: (offset: number) => string): Parts {
  const limit = Math.min(size, MOST_BYTES);
  const stride = strideOf(name, size, limit, describe);
  const names: [number, string][] = [];
  const prefix = stride === undefined ? '' : `${name}[0]`;
  let lastOffset = 0;
  let lastName = stride === undefined ? name : '';
  for (let offset = 0; offset < (stride ?? limit); offset++) {
    const text = describe(offset).slice(prefix.length);
    if (text === plus(lastName, offset - lastOffset)) continue;
    names.push([offset, text]);
    lastOffset = offset;
    lastName = text;
  }
  return { size: limit, ...(stride !== undefined && { stride }), names };
}

function strideOf(name: string, size: number, limit: number, describe: (offset: number) => string): number | undefined {
  if (!describe(0).startsWith(`${name}[0]`)) return undefined;
  for (let stride = 1; stride < limit; stride++) {
    if (!describe(stride).startsWith(`${name}[1]`)) continue;
    const last = Math.floor(size / stride) - 1;
    return describe(last * stride).startsWith(`${name}[${last}]`) ? stride : undefined;
  }
  return undefined;
}

/** Returns the function that was tabulated. */
export function describer(name: string, { size, stride, names }: Parts): (offset: number) => string {
  if (stride !== undefined) {
    return (offset) => {
      const index = Math.floor(offset / stride);
      return `${name}[${index}]${lookUp('', names, offset - index * stride)}`;
    };
  }
  return (offset) => (offset < 0 || offset >= size ? plus(name, offset) : lookUp(name, names, offset));
}

function lookUp(name: string, names: Parts['names'], offset: number): string {
  const found = names.findLast(([start]) => start <= offset);
  return found === undefined ? plus(name, offset) : plus(found[1], offset - found[0]);
}

function plus(name: string, offset: number): string {
  return offset === 0 ? name : `${name}${offset < 0 ? '' : '+'}${offset}`;
}
