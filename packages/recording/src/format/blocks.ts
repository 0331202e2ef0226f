import { Damaged, badRecording } from './bad-recording.js';
import { crc32 } from './crc32.js';
import { BLOCK_HEAD, END, HEADER, MAGIC, MOST_BLOCK_BYTES } from './layout.js';

/** Decompresses bytes (Brotli) to `length` bytes; throws if they are invalid. */
export type Decompress = (bytes: Uint8Array, length: number) => Uint8Array;

export interface Block {
  readonly type: number;
  readonly bytes: Uint8Array;
}

/** Returns whether this is the beginning of a binary recording. */
export function isRecording(bytes: Uint8Array): boolean {
  return bytes.length >= MAGIC.length - 1 && MAGIC.subarray(0, -1).every((byte, i) => bytes[i] === byte);
}

/**
 * Yields the blocks of a file, whose bytes come in chunks of any size. Throws `Damaged` if the file ends too early or a
 * checksum is wrong.
 */
export function* blocksOf(chunks: Iterable<Uint8Array>, decompress: Decompress): Generator<Block, void> {
  const input = new Input(chunks);
  const magic = input.take(MAGIC.length);
  if (magic === undefined || !isRecording(magic)) throw badRecording('this is not a recording');
  const version = magic.at(-1)!;
  if (version !== MAGIC.at(-1)) {
    throw badRecording(`this is a recording of version ${version}; supported is version ${MAGIC.at(-1)!}`);
  }
  let type = 0;
  while (type !== END) {
    const head = input.take(BLOCK_HEAD);
    if (head === undefined) throw new Damaged('it ends too early');
    const view = new DataView(head.buffer, head.byteOffset, head.length);
    const length = view.getUint32(1, true);
    const stored = view.getUint32(5, true);
    if (length > MOST_BLOCK_BYTES || stored > MOST_BLOCK_BYTES) throw new Damaged('it has a block of impossible size');
    const sum = crc32(head.subarray(0, 9));
    const checksum = view.getUint32(9, true);
    const isFirst = type === 0;
    type = head[0]!;
    const body = input.take(stored);
    if (body === undefined) throw new Damaged('it ends too early');
    if (crc32(body, sum) !== checksum) throw new Damaged('the checksum of a block is wrong');
    if (isFirst !== (type === HEADER)) throw badRecording('the blocks of the recording are in the wrong order');
    yield { type, bytes: decompressed(body, length, decompress) };
  }
  if (input.take(1) !== undefined) throw new Damaged('something follows its end');
}

function decompressed(body: Uint8Array, length: number, decompress: Decompress): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = decompress(body, length);
  } catch {
    throw new Damaged('a block cannot be decompressed');
  }
  if (bytes.length !== length) throw new Damaged('a block has the wrong size');
  return bytes;
}

/** Reads bytes from chunks. */
class Input {
  private readonly chunks: Iterator<Uint8Array>;
  private chunk: Uint8Array = new Uint8Array();
  private at = 0;

  constructor(chunks: Iterable<Uint8Array>) {
    this.chunks = chunks[Symbol.iterator]();
  }

  /** Returns the next bytes, which are valid until the next call; undefined if fewer are left. */
  take(count: number): Uint8Array | undefined {
    if (this.chunk.length - this.at >= count) {
      this.at += count;
      return this.chunk.subarray(this.at - count, this.at);
    }
    const parts = [this.chunk.subarray(this.at)];
    let have = parts[0]!.length;
    while (have < count) {
      const next = this.chunks.next();
      if (next.done === true) {
        this.chunk = joined(parts, have);
        this.at = 0;
        return undefined;
      }
      parts.push(next.value);
      have += next.value.length;
    }
    this.chunk = joined(parts, have);
    this.at = count;
    return this.chunk.subarray(0, count);
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
