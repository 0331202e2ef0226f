import type { Site } from '@fencepost/core';
import { InvalidAccess } from '@fencepost/core';
import type { LibraryPart } from '../base/define.js';
import { about, functions, named, size, word } from '../base/define.js';
import { EINVAL, ENOMEM, setErrno } from '../base/errno.js';
import type { Allocator, LibraryValue, Steps, ThreadServices } from '../base/services.js';

/** Maximum size of a request. Larger ones fail as if memory were exhausted. */
const MOST = 2 ** 30;
const PAGE = 4096;

function* allocate(
  thread: ThreadServices,
  site: Site | undefined,
  bytes: number,
  align?: number,
  by: Allocator = 'malloc',
): Steps<number> {
  if (yield* isExhausted(thread, site, bytes)) {
    yield* setErrno(thread, ENOMEM, site);
    return 0;
  }
  const address = allocated(thread, site, bytes, align, by);
  return typeof address === 'number' ? address : yield* address;
}

/** Allocates memory that is not exhausted. */
function allocated(
  thread: ThreadServices,
  site: Site | undefined,
  bytes: number,
  align?: number,
  by: Allocator = 'malloc',
): number | Steps<number> {
  return thread.beginObject(thread.allocate(bytes, site, align, by));
}

/**
 * Whether there is no memory for this many bytes. If the user requests it (`allocFails`), both outcomes are explored.
 */
function* isExhausted(thread: ThreadServices, site: Site | undefined, bytes: number): Steps<boolean> {
  if (size(bytes) > MOST) return true;
  return thread.bounds.allocFails === true && (yield* thread.chooseBit(site)) === 1;
}

function* free(thread: ThreadServices, site: Site | undefined, address: number): Steps<void> {
  if (address !== 0) yield* thread.free(address, site);
}

const destroyer = (by: Allocator) =>
  function* (thread: ThreadServices, site: Site | undefined, address: number): Steps<void> {
    if (address !== 0) yield* thread.free(address, site, by);
  };

function* resize(thread: ThreadServices, site: Site | undefined, address: number, bytes: number): Steps<number> {
  if (address === 0) return yield* allocate(thread, site, bytes);
  const old = thread.sizeOf(address);
  if (old === undefined) throw new InvalidAccess('realloc of something that was not allocated', site);
  if (bytes === 0) {
    yield* thread.free(address, site);
    return 0;
  }
  const moved = yield* allocate(thread, site, bytes);
  if (moved === 0) return 0;
  yield* thread.copy(moved, address, Math.min(old, bytes), site);
  yield* thread.free(address, site);
  return moved;
}

/** Allocates with an alignment, which is rounded up to a power of two as in glibc. */
function aligned(thread: ThreadServices, site: Site | undefined, alignment: number, bytes: number): Steps<number> {
  return allocate(thread, site, bytes, 2 ** Math.ceil(Math.log2(Math.max(1, alignment))));
}

function* duplicate(thread: ThreadServices, site: Site | undefined, text: string): Steps<number> {
  const copy = yield* allocate(thread, site, text.length + 1);
  if (copy === 0) return 0;
  for (let i = 0; i <= text.length; i++) {
    yield* thread.write(copy + i, 1, i < text.length ? text.charCodeAt(i) : 0, site);
  }
  return copy;
}

function usableSize(thread: ThreadServices, _site: Site | undefined, address: number): LibraryValue {
  return word(thread, thread.sizeOf(address) ?? 0);
}

const c = functions({
  malloc: (thread, site, bytes) => allocate(thread, site, bytes),
  // Allocated memory is always zero, as addresses are never reused.
  calloc: (thread, site, count, each) => allocate(thread, site, size(count) * size(each), undefined, 'calloc'),
  realloc: resize,
  reallocarray: (thread, site, address, count, each) => resize(thread, site, address, size(count) * size(each)),
  free,
  cfree: free,
  aligned_alloc: aligned,
  memalign: aligned,
  valloc: (thread, site, bytes) => allocate(thread, site, bytes, PAGE),
  *posix_memalign(thread, site, place, alignment, bytes) {
    if (alignment % thread.pointerSize !== 0 || !Number.isInteger(Math.log2(alignment))) return EINVAL;
    if (yield* isExhausted(thread, site, bytes)) return ENOMEM;
    const address = allocated(thread, site, bytes, alignment);
    yield* thread.writePointer(place, typeof address === 'number' ? address : yield* address, site);
    return 0;
  },
  malloc_usable_size: usableSize,
  *strdup(thread, site, text) {
    return yield* duplicate(thread, site, yield* thread.readString(text, site));
  },
  *strndup(thread, site, text, most) {
    let copied = '';
    while (copied.length < size(most)) {
      const character = yield* thread.read(text + copied.length, 1, site);
      if (character === 0) break;
      copied += String.fromCharCode(character & 0xff);
    }
    return yield* duplicate(thread, site, copied);
  },
});

// operator new and delete (Itanium C++ ABI 5.1.5): `nw`, `na`, `dl`, `da`, then the parameters; size_t is m or j.
const ALIGNED = 'St11align_val_t';
const NOTHROW = 'RKSt9nothrow_t';
const deletes = (name: string): string[] =>
  ['', 'm', 'j', NOTHROW].flatMap((last) =>
    last === NOTHROW ? [name + last, name + ALIGNED + last] : [name + last, name + last + ALIGNED],
  );

const operators = (letter: 'w' | 'a', deleting: string, by: Allocator): LibraryPart => {
  const news = (parameters: string): string[] => ['m', 'j'].map((type) => `_Zn${letter}${type}${parameters}`);
  const make = (
    thread: ThreadServices,
    site: Site | undefined,
    bytes: number,
    align?: number,
  ): number | Steps<number> => {
    if (size(bytes) > MOST) throw new Error('operator new: out of memory');
    return allocated(thread, site, bytes, align, by);
  };
  return [
    ...named(news(''), (thread, site, bytes) => make(thread, site, bytes)),
    ...named(news(ALIGNED), make),
    ...named(news(NOTHROW), (thread, site, bytes) => allocate(thread, site, bytes, undefined, by)),
    ...named(news(ALIGNED + NOTHROW), (thread, site, bytes, align) => allocate(thread, site, bytes, align, by)),
    ...named(deletes(deleting), destroyer(by)),
  ];
};

/** `malloc` and related functions, `new` and `delete`. */
export const heap = about([...c, ...operators('w', '_ZdlPv', 'new'), ...operators('a', '_ZdaPv', 'new[]')], {
  posix_memalign: { forgets: [0] },
});
