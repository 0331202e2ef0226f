import type { Site } from '@fencepost/core';
import { CheckFailed, cut, lock, unlock } from '@fencepost/core';
import { about, functions, named, word } from '../base/define.js';
import { ATOMIC_DEPTH } from '../threads/atomic-sections.js';
import { ATOMIC_SECTION } from '../base/places.js';
import type { Steps, ThreadServices } from '../base/services.js';

// Values that the program leaves open, grouped by how they are returned. The call determines which values are tried
// (ir/open-values.ts).
const WORDS = [
  'char', 'uchar', 'short', 'ushort', 'int', 'uint', 'unsigned', 'u8', 'u16', 'u32', 'unsigned_char', 'unsigned_int',
  'S8', 'U8', 'S16', 'U16', 'S32', 'U32', 'float', 'double',
]; // prettier-ignore
const WIDE = ['long', 'ulong', 'unsigned_long', 'size_t', 'loff_t', 'sector_t', 'ptrdiff_t', 'pointer'];
const WIDEST = ['longlong', 'ulonglong', 'u64', 'S64', 'U64'];

const names = (types: readonly string[]): string[] => types.map((type) => `__VERIFIER_nondet_${type}`);

const nondeterminism = [
  ...named(names(['bool', '_Bool']), (thread, site) => thread.chooseBit(site)),
  ...named(names(WORDS), function* (thread, site) {
    return Number(yield* thread.chooseOpen(site));
  }),
  ...named(names(WIDE), function* (thread, site) {
    return word(thread, yield* thread.chooseOpen(site));
  }),
  ...named(names(WIDEST), (thread, site) => thread.chooseOpen(site)),
];

function errorReached(_thread: ThreadServices, site: Site | undefined): never {
  throw new CheckFailed('error reached', site);
}

function* assume(_thread: ThreadServices, site: Site | undefined, condition: number): Steps<void> {
  if (condition === 0) yield cut(site);
}

/** The functions of the software verification competition (SV-COMP rules, "Verification tasks"). */
const defined = [
  ...nondeterminism,
  ...functions({
    __VERIFIER_assume: assume,
    assume_abort_if_not: assume,
    __VERIFIER_error: errorReached,
    reach_error: errorReached,
    __VERIFIER_assert(thread, site, condition) {
      thread.remarks.assertion = true;
      if (condition === 0) throw new CheckFailed('assertion failed', site);
      return undefined;
    },
    // One mutex for all atomic sections. It drains store buffers, which the rules do not require, so it is stronger
    // than needed.
    *__VERIFIER_atomic_begin(thread, site) {
      const depth = Number(thread.own.get(ATOMIC_DEPTH) ?? 0);
      if (depth === 0) yield lock(ATOMIC_SECTION, site);
      thread.own.set(ATOMIC_DEPTH, depth + 1);
    },
    *__VERIFIER_atomic_end(thread, site) {
      const depth = Number(thread.own.get(ATOMIC_DEPTH) ?? 0);
      if (depth === 0) throw new Error('__VERIFIER_atomic_end: there is no atomic section');
      if (depth === 1) yield unlock(ATOMIC_SECTION, site);
      thread.own.set(ATOMIC_DEPTH, depth - 1);
    },
  }),
];

export const verifier = about(defined, {
  '__VERIFIER_error reach_error': { fails: true },
});
