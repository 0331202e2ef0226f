import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { END, EVENTS, HEADER, MAGIC, PLACES, SITES, blockBytes, encodeText } from '@fencepost/recording';
import type { RecordingSource } from '@fencepost/recording';

const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes);

export function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}

export function zigzag(value: bigint): number[] {
  return varint(BigInt.asUintN(64, (value << 1n) ^ (value < 0n ? -1n : 0n)));
}

function hashOf(value: bigint): number {
  const low = Number(BigInt.asIntN(32, value));
  const high = Number(BigInt.asIntN(32, value >> 32n));
  return Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
}

/** Writes recordings as the runtime and the command do, without their cleverness: each event has a site of its own. */
export class Encoder {
  private readonly definitions: number[] = [];
  private readonly columns: number[][] = [[], [], [], []];
  private sites = 0;
  private last = 0;
  private sum = 0;
  operations = 0;

  /** Kind, logarithm of the size, order, order on failure. */
  private site(kind: number, log = 0, order = 0, failure = 0): void {
    const what = (kind << 9) | (log << 6) | (order << 3) | failure;
    this.definitions.push(2, 0, this.sites, ...varint(BigInt(what)));
    this.columns[0]!.push(...zigzag(BigInt(this.sites - this.last)));
    this.last = this.sites++;
  }
  private address(address: number): void {
    this.columns[1]!.push(...zigzag(BigInt(address)));
  }
  private value(after: bigint, before: bigint, size: number): void {
    this.columns[2]!.push(...zigzag(BigInt.asIntN(size * 8, after - before)));
  }
  private check(value: bigint): void {
    const hash = hashOf(value);
    this.sum = (Math.imul(this.sum, 31) + hash) | 0;
    this.columns[3]!.push(hash >>> 24);
  }

  turn(thread: number): this {
    this.columns[1]!.push(...varint(BigInt(thread)));
    this.site(14);
    return this;
  }
  outside(address: number, size: number, value: bigint, before = 0n): this {
    this.address(address);
    this.columns[1]!.push(size);
    this.value(value, before, size);
    this.site(13);
    return this;
  }
  load(address: number, log: number, value: bigint, order = 0): this {
    this.operations++;
    this.address(address);
    this.check(value);
    this.site(0, log, order);
    return this;
  }
  store(address: number, log: number, value: bigint, before = 0n, order = 0): this {
    this.operations++;
    this.address(address);
    this.value(value, before, 1 << log);
    this.site(1, log, order);
    return this;
  }
  /** Kind 2: read-modify-write; 3: successful compare-and-swap. */
  update(kind: 2 | 3, address: number, log: number, value: bigint, before: bigint, order = 5): this {
    this.operations++;
    this.address(address);
    this.check(before);
    this.value(value, before, 1 << log);
    this.site(kind, log, order, 1);
    return this;
  }
  failedSwap(address: number, log: number, found: bigint, expected: bigint, value: bigint): this {
    this.operations++;
    this.address(address);
    this.check(found);
    this.value(expected, found, 1 << log);
    this.value(value, found, 1 << log);
    this.site(4, log, 5, 2);
    return this;
  }
  fence(order = 5): this {
    this.operations++;
    this.site(5, 0, order);
    return this;
  }
  object(address: number, value: number, order: number): this {
    this.operations++;
    this.address(address);
    this.columns[2]!.push(value);
    this.site(8, 0, order);
    return this;
  }
  failedObject(address: number): this {
    this.operations++;
    this.address(address);
    this.site(9);
    return this;
  }
  threads(kind: 10 | 11, child: number): this {
    this.operations++;
    this.columns[1]!.push(...varint(BigInt(child)));
    this.site(kind, 0, 5);
    return this;
  }
  free(address: number, bytes: number): this {
    this.address(address);
    this.columns[1]!.push(...varint(BigInt(bytes)));
    this.site(12);
    return this;
  }

  /** The blocks of the file, its beginning first. */
  parts(): Uint8Array[] {
    const head = new DataView(new ArrayBuffer(24));
    head.setUint32(4, this.sum >>> 0, true);
    this.columns.forEach((column, i) => head.setUint32(8 + 4 * i, column.length, true));
    const events = Uint8Array.from([...new Uint8Array(head.buffer), ...this.columns.flat()]);
    const json = (value: unknown): Uint8Array => encodeText(JSON.stringify(value));
    const header = { version: 1, program: 'test', arguments: [], scheduler: 'random', seed: 1 };
    const places = Array.from({ length: this.sites }, (_, i) => ({ file: 'test.c', line: i + 1 }));
    return [
      MAGIC,
      blockBytes(HEADER, json(header), deflate),
      blockBytes(SITES, Uint8Array.from(this.definitions), deflate),
      blockBytes(EVENTS, events, deflate),
      blockBytes(PLACES, json(places), deflate),
      blockBytes(END, json({ reason: 'exit', operations: this.operations, threads: 1 }), deflate),
    ];
  }
}

/** A file as a source, in chunks of some size. */
export function sourceOf(parts: readonly Uint8Array[], chunk = 1 << 20, partial = false): RecordingSource {
  const bytes = Buffer.concat(parts);
  return {
    *open() {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    },
    inflate: (stored, length) => inflateRawSync(stored, { maxOutputLength: length + 1 }),
    partial,
  };
}
