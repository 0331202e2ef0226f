import { encodeWide } from '@fencepost/core';
import type { Access } from '@fencepost/wasm';
import type { Woken } from '../memory/atomics/waiting.js';
import * as waiting from '../memory/atomics/waiting.js';
import { current, theWorld } from '../world/running/current.js';
import { unsupported } from '../world/running/unsupported.js';
import type { AccessedSharedMemory } from './shared-memory.js';
import { trap } from './traps.js';

const RESULTS: Readonly<Record<Woken, number>> = { ok: 0, 'not-equal': 1, 'timed-out': 2 };
const NANOSECONDS = 1_000_000;

/** Operands of `memory.atomic.wait32` and `wait64`; a negative number of nanoseconds means no timeout. */
interface Wait {
  readonly address: number;
  readonly expected: number | bigint;
  readonly nanoseconds: bigint;
}

/** `memory.atomic.wait32` and `wait64`. */
export function wait(access: Access, memory: AccessedSharedMemory, { address, expected, nanoseconds }: Wait): number {
  const size = access.size as 4 | 8;
  const offset = memory.offsetOf(address, access.offset, size, true);
  memory.name(offset, size === 4 ? 'Int32' : 'BigInt64');
  const word = typeof expected === 'bigint' ? encodeWide(expected) : expected;
  const timeout = nanoseconds < 0n ? Infinity : Number(nanoseconds) / NANOSECONDS;
  if (current.run === undefined) return RESULTS[waitAlone(memory, offset, { size, word, timeout })];
  if (theWorld().role.mainThread === true) throw trap('Atomics.wait cannot be called in this context');
  return RESULTS[waiting.wait(memory.spotAt(offset, size), word, timeout, `memory.atomic.wait${8 * size}`)];
}

/** `wait` in set-up code, which nothing could wake. */
function waitAlone(
  { memory }: AccessedSharedMemory,
  offset: number,
  { size, word, timeout }: { readonly size: 4 | 8; readonly word: number; readonly timeout: number },
): Woken {
  if (memory.read(offset, size, 'seq_cst') !== word) return 'not-equal';
  if (timeout < Infinity) return 'timed-out';
  throw unsupported(
    'set-up code waits in WebAssembly, and no thread can wake it',
    'wait in a thread: set-up code and code after the threads run alone',
  );
}

/** `memory.atomic.notify`; the count is unsigned. */
export function notify(access: Access, memory: AccessedSharedMemory, address: number, count: number): number {
  const offset = memory.offsetOf(address, access.offset, 4, true);
  if (current.run === undefined) return 0;
  memory.name(offset, 'Int32');
  return waiting.notify(memory.spotAt(offset, 4), count >>> 0, 'memory.atomic.notify');
}
