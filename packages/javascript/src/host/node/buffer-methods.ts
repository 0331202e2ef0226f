import { emittedText } from '../../world/objects/emitted-text.js';
import { Buffer } from 'node:buffer';
import { toInteger } from '../../memory/views/coercions.js';
import { snapshot } from '../../memory/views/elements.js';
import { bytesOf, readBytes, readEachByte, writeBytes, writeEachByte } from '../../memory/views/ranges.js';
import type { Native } from '../../memory/views/replace.js';
import { callNative, replace } from '../../memory/views/replace.js';
import type { SharedView } from '../../memory/views/views.js';
import { shared } from '../../memory/views/views.js';
import { indexOfKey, readElement, writeElement } from '../../memory/views/visible-accesses.js';

/** A half-open range of bytes. */
type Range = readonly [start: number, end: number];
type Args = readonly unknown[];

/** Byte ranges of its Buffer that a method reads and writes. The method runs on an unshared copy of them. */
interface Extent {
  readonly reads?: (args: Args, length: number) => Range;
  readonly writes?: (args: Args, length: number, result: unknown) => Range;
  /** Whether the method validates its arguments before reading any bytes. */
  readonly checksFirst?: boolean;
  /** Returns whether the bytes are read and written one by one, with these arguments. */
  readonly tears?: (args: Args) => boolean;
}

/** Number of bytes that V8 copies at once. */
const WORD = 8;

const all = (_args: Args, length: number): Range => [0, length];
const READS_ALL: Extent = { reads: all };

const extents = new Map<string, Extent>([
  ...['toString', 'toLocaleString'].map((name): [string, Extent] => [
    name,
    { reads: (args, length) => clamped(args[1], args[2], length), tears: ([encoding]) => isHex(encoding) },
  ]),
  [
    'write',
    {
      writes: (args, _length, written) => from(numberOr(args[1], 0), written),
      tears: (args) => args.slice(1).some(isHex),
    },
  ],
  // Without a start argument there is no end argument either.
  [
    'fill',
    {
      writes: ([, start, end], length) => (typeof start === 'number' ? [start, numberOr(end, length)] : [0, length]),
      tears: ([value, ...others]) => typeof value === 'number' || others.some(isHex),
    },
  ],
  ...['swap16', 'swap32', 'swap64'].map((name): [string, Extent] => [name, { reads: all, writes: all }]),
  ...['equals', 'compare', 'indexOf', 'lastIndexOf', 'includes', 'toJSON'].map((name): [string, Extent] => [
    name,
    READS_ALL,
  ]),
]);

/** Returns the ranges of a method. Recognises `readInt32LE`, `utf8Slice` and similar methods by name. */
function extentOf(name: string): Extent | undefined {
  if (extents.has(name)) return extents.get(name);
  const tears = (): boolean => name.startsWith('hex');
  if (/^[a-z0-9]+Slice$/.test(name)) return { reads: (args, length) => clamped(args[0], args[1], length), tears };
  if (/^[a-z0-9]+Write$/.test(name))
    return { writes: (args, _length, written) => from(numberOr(args[1], 0), written), tears };
  if (/^write(Big)?(U?[Ii]nt|Float|Double)/.test(name)) {
    // The result is the offset after the number.
    return { writes: (args, _length, end) => [numberOr(args[1], 0), end as number] };
  }
  const [, kind, bits] = /^read(?:Big)?(U?[Ii]nt|Float|Double)(\d*)/.exec(name) ?? [];
  if (kind === undefined) return undefined;
  const size = kind === 'Float' ? 4 : kind === 'Double' ? 8 : Number(bits) / 8;
  return { reads: (args) => from(numberOr(args[0], 0), size || numberOr(args[1], 0)), checksFirst: true };
}

/** Returns whether this is the encoding whose digits Node converts byte by byte. */
function isHex(encoding: unknown): boolean {
  return typeof encoding === 'string' && encoding.toLowerCase() === 'hex';
}

function from(start: number, size: unknown): Range {
  return [start, start + (size as number)];
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function clamped(start: unknown, end: unknown, length: number): Range {
  const clamp = (index: number): number => Math.min(Math.max(index, 0), length);
  return [clamp(toInteger(start)), end === undefined ? length : clamp(toInteger(end))];
}

function onCopy(extent: Extent, view: SharedView, native: Native, args: Args): unknown {
  const copy = Buffer.alloc(view.length);
  const unshared = args.map(copyIfShared);
  if (extent.checksFirst === true) callNative(native, copy, unshared);
  const isTorn = extent.tears?.(args) === true;
  const read = isTorn ? readEachByte : readBytes;
  if (extent.reads !== undefined) read(view, copy, ...extent.reads(unshared, view.length));
  const result = callNative(native, copy, unshared);
  const write = isTorn ? writeEachByte : writeBytes;
  if (extent.writes !== undefined) write(view, copy, ...extent.writes(unshared, view.length, result));
  return result === copy ? view.view : result;
}

/** Methods that Node implements in JavaScript. They access one byte after the other, in a method-specific order. */
const BYTE_BY_BYTE = /^(?:read|write)(?:Big)?(?:U?[Ii]nt|Float|Double)|^swap\d+$/;
/** Length from which Node swaps the bytes in native code. */
const SWAPPED_NATIVELY = 128;

function isByteByByte(name: string): boolean {
  const native = Reflect.get(Buffer.prototype, name) as object;
  return BYTE_BY_BYTE.test(name) && !emittedText(native).includes('[native code]');
}

/**
 * Runs Node's own method on a proxy for the Buffer, whose elements are accessed visibly. Methods that write a number
 * read bytes only to check that they exist.
 */
function byteByByte(view: SharedView, native: Native, args: Args, reads: boolean): unknown {
  const standIn = new Proxy(view.view, {
    get(target, key) {
      const index = indexOfKey(key);
      if (index === undefined) return Reflect.get(target, key) as unknown;
      if (reads) return readElement(view, index);
      return index >= 0 && index < view.length && Number.isInteger(index) ? 0 : undefined;
    },
    set(_target, key, value: unknown) {
      writeElement(view, indexOfKey(key)!, value);
      return true;
    },
  });
  const result = callNative(native, standIn, args.map(copyIfShared));
  return result === standIn ? view.view : result;
}

/** Implements `source.copy(target, targetStart, sourceStart, sourceEnd)`; both Buffers may be shared. */
function copyBetween(native: Native, source: Uint8Array, args: Args): unknown {
  const [target, targetStart, sourceStart] = args;
  const [from, to] = [shared(source), shared(target)];
  const fromCopy = from === undefined ? source : Buffer.alloc(from.length);
  const toCopy = to === undefined ? target : Buffer.alloc(to.length);
  // Copies between blank Buffers first, to find out how many bytes it would copy.
  const [blankSource, blankTarget] = [Buffer.alloc(source.length), blankOf(target)];
  const count = callNative(native, blankSource, [blankTarget, ...args.slice(1)]) as number;
  const [readFrom, writeTo] = [toInteger(sourceStart), toInteger(targetStart)];
  if (from !== undefined) readBytes(from, fromCopy, readFrom, readFrom + count);
  callNative(native, fromCopy, [toCopy, ...args.slice(1)]);
  // V8 copies to shared memory byte by byte if there is no whole word to copy.
  const write = count < WORD ? writeEachByte : writeBytes;
  if (to !== undefined) write(to, toCopy as Uint8Array, writeTo, writeTo + count);
  return count;
}

function blankOf(target: unknown): unknown {
  return ArrayBuffer.isView(target) ? Buffer.alloc(target.byteLength) : target;
}

function copyIfShared(value: unknown): unknown {
  const view = shared(value);
  if (view === undefined) return value;
  return view.kind === undefined ? new DataView(bytesOf(view).buffer) : snapshot(view);
}

/** Makes the accesses of Node's `Buffer` methods visible. */
export function replaceNodeBufferMethods(): void {
  const prototype: object = Buffer.prototype as object;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const extent = extentOf(name);
    if (extent === undefined) continue;
    const inSteps = isByteByByte(name);
    replace(prototype, name, (native, self, args) => {
      const view = shared(self);
      if (view?.kind?.size === 1) {
        if (inSteps && !(name.startsWith('swap') && view.length >= SWAPPED_NATIVELY))
          return { result: byteByByte(view, native, args, !name.startsWith('write')) };
        return { result: onCopy(extent, view, native, args) };
      }
      if (!args.some((arg) => shared(arg) !== undefined)) return undefined;
      return { result: callNative(native, self, args.map(copyIfShared)) };
    });
  }
  replace(prototype, 'copy', (native, self, args) => {
    if (shared(self) === undefined && shared(args[0]) === undefined) return undefined;
    return { result: copyBetween(native, self as Uint8Array, args) };
  });
  for (const name of ['alloc', 'from', 'compare', 'copyBytesFrom']) {
    replace(Buffer, name, (native, self, args) => {
      if (!args.some((arg) => shared(arg) !== undefined)) return undefined;
      return { result: callNative(native, self, args.map(copyIfShared)) };
    });
  }
  replace(Buffer, 'concat', (native, self, args) => {
    const [list] = args;
    if (!Array.isArray(list) || !list.some((each) => shared(each) !== undefined)) return undefined;
    return { result: callNative(native, self, [list.map(copyIfShared), ...args.slice(1)]) };
  });
}
