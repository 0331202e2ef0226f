import type { Site } from '@fencepost/core';
import { CheckFailed } from '@fencepost/core';
import { about, functions } from '../base/define.js';
import type { Steps, ThreadServices } from '../base/services.js';

/** Offset of the text in a message: its length comes first, in 8 bytes. */
const TEXT = 8;

function* append(
  thread: ThreadServices,
  site: Site | undefined,
  message: number,
  room: number,
  bytes: Iterable<number>,
): Steps<void> {
  let length = yield* thread.read(message, 4, site);
  for (const byte of bytes) {
    if (length === room) break;
    yield* thread.write(message + TEXT + length++, 1, byte, site);
  }
  yield* thread.write(message, 4, length, site);
}

function* bytesAt(thread: ThreadServices, site: Site | undefined, from: number, count: number): Steps<Uint8Array> {
  const bytes = new Uint8Array(count);
  for (let i = 0; i < count; i++) bytes[i] = yield* thread.read(from + i, 1, site);
  return bytes;
}

/** Reports a panic in a part of Rust's library that is not in the program. */
export function panicked(_thread: ThreadServices, site: Site | undefined): never {
  throw new CheckFailed('panicked', site);
}

/** Functions called by panics of Rust (ir/rust.ts). */
const defined = functions({
  *__fp_rust_append(thread, site, message, room, text, count) {
    yield* append(thread, site, message, room, yield* bytesAt(thread, site, text, count));
  },
  *__fp_rust_append_char(thread, site, message, room, character) {
    yield* append(thread, site, message, room, new TextEncoder().encode(String.fromCodePoint(character)));
  },
  *__fp_rust_panic(thread, site, message) {
    if (message === 0) return panicked(thread, site);
    const length = yield* thread.read(message, 4, site);
    const text = new TextDecoder().decode(yield* bytesAt(thread, site, message + TEXT, length));
    throw new CheckFailed(`panicked: ${text.replaceAll(/\s*\n\s*/g, ', ')}`, site);
  },
});

export const rust = about(defined, {
  __fp_rust_panic: { fails: true },
});
