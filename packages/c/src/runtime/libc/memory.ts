import type { Site } from '@fencepost/core';
import { unsupported } from '../../unsupported.js';
import { about, aliases, functions, size } from '../base/define.js';
import type { Steps, ThreadServices } from '../base/services.js';

/** Performs the check of fortified variants: compares with the size of the object, if known. */
export function checkRoom(name: string, needed: number, room: number): void {
  // `(size_t)-1` means that the size is unknown.
  if (room >= 0 && needed > room) throw new Error(`${name}: ${needed} bytes into an object of ${room}`);
}

/** Reads a byte as an unsigned number. */
export function* readByte(thread: ThreadServices, address: number, site: Site | undefined): Steps<number> {
  return (yield* thread.read(address, 1, site)) & 0xff;
}

/** Compares byte by byte; `text`: stops at a zero byte. Callers may use only the sign of the result. */
export function* compare(
  thread: ThreadServices,
  site: Site | undefined,
  a: number,
  b: number,
  most: number,
  text: boolean,
): Steps<number> {
  for (let i = 0; i < most; i++) {
    const left = yield* readByte(thread, a + i, site);
    const right = yield* readByte(thread, b + i, site);
    if (left !== right) return left < right ? -1 : 1;
    if (text && left === 0) return 0;
  }
  return 0;
}

function* copy(thread: ThreadServices, site: Site | undefined, to: number, from: number, n: number): Steps<number> {
  yield* thread.copy(to, from, size(n), site);
  return to;
}

function* set(thread: ThreadServices, site: Site | undefined, to: number, byte: number, n: number): Steps<number> {
  yield* thread.fill(to, byte & 0xff, size(n), site);
  return to;
}

const plain = functions({
  memcpy: copy,
  memmove: copy,
  *mempcpy(thread, site, to, from, n) {
    return (yield* copy(thread, site, to, from, n)) + n;
  },
  memset: set,
  *bzero(thread, site, to, n) {
    yield* set(thread, site, to, 0, n);
  },
  *bcopy(thread, site, from, to, n) {
    yield* copy(thread, site, to, from, n);
  },
  memcmp: (thread, site, a, b, n) => compare(thread, site, a, b, size(n), false),
  *memchr(thread, site, address, byte, n) {
    for (let i = 0; i < size(n); i++) {
      if ((yield* readByte(thread, address + i, site)) === (byte & 0xff)) return address + i;
    }
    return 0;
  },
  *memmem(thread, site, address, n, part, length) {
    for (let i = 0; i + size(length) <= size(n); i++) {
      if ((yield* compare(thread, site, address + i, part, size(length), false)) === 0) return address + i;
    }
    return 0;
  },
  *rawmemchr(thread, site, address, byte) {
    for (let i = 0; ; i++) if ((yield* readByte(thread, address + i, site)) === (byte & 0xff)) return address + i;
  },
  *memccpy(thread, site, to, from, byte, n) {
    for (let i = 0; i < size(n); i++) {
      const copied = yield* readByte(thread, from + i, site);
      yield* thread.write(to + i, 1, copied, site);
      if (copied === (byte & 0xff)) return to + i + 1;
    }
    return 0;
  },
  *memrchr(thread, site, address, byte, n) {
    for (let i = n - 1; i >= 0; i--) {
      if ((yield* readByte(thread, address + i, site)) === (byte & 0xff)) return address + i;
    }
    return 0;
  },
});

const mapped = functions({
  /** Refuses uses of `mmap` (library/sources/c.ts) that are not supported. */
  __fp_refuse_mmap: (_thread, site) => {
    throw unsupported('mmap of a file, or at a given address, is not supported', site, 'map anonymous memory');
  },
});

const fortified = functions({
  __memcpy_chk(thread, site, to, from, n, room) {
    checkRoom('memcpy', size(n), room);
    return copy(thread, site, to, from, n);
  },
  __memmove_chk(thread, site, to, from, n, room) {
    checkRoom('memmove', size(n), room);
    return copy(thread, site, to, from, n);
  },
  __memset_chk(thread, site, to, byte, n, room) {
    checkRoom('memset', size(n), room);
    return set(thread, site, to, byte, n);
  },
});

/** `memcpy` and related functions. */
const defined = [
  ...plain,
  ...mapped,
  ...fortified,
  ...aliases(plain, { bcmp: 'memcmp', __mempcpy: 'mempcpy', explicit_bzero: 'bzero' }),
];

export const memory = about(defined, {
  'memmem rawmemchr memccpy': { forgets: 'all' },
  'memcmp bcmp memcpy memmove memset mempcpy bzero bcopy __memcpy_chk __memmove_chk __memset_chk': { forgets: 'all' },
});
