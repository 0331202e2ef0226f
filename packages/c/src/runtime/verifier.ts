import type { Site } from '@fencepost/core';
import { CheckFailed, cut, lock, unlock } from '@fencepost/core';
import { functions, named, word } from './define.js';
import { ATOMIC_SECTION } from './places.js';
import type { Steps, ThreadServices } from './services.js';

// Values the program leaves open: all of them for a truth value, the first few for an integer.
const WORDS = [
  'char', 'uchar', 'short', 'ushort', 'int', 'uint', 'unsigned', 'u8', 'u16', 'u32', 'unsigned_char', 'unsigned_int',
  'S8', 'U8', 'S16', 'U16', 'S32', 'U32',
]; // prettier-ignore
const WIDE = ['long', 'ulong', 'size_t', 'loff_t', 'sector_t'];
const BITS = 2;

function* anyInteger(thread: ThreadServices, site: Site | undefined): Steps<number> {
  return yield* thread.choose(BITS, false, site);
}

const nondeterminism = [
  ...functions({
    __VERIFIER_nondet_bool: (thread, site) => thread.choose(1, true, site),
    __VERIFIER_nondet__Bool: (thread, site) => thread.choose(1, true, site),
    *__VERIFIER_nondet_longlong(thread, site) {
      return BigInt(yield* anyInteger(thread, site));
    },
    *__VERIFIER_nondet_ulonglong(thread, site) {
      return BigInt(yield* anyInteger(thread, site));
    },
  }),
  ...named(
    WORDS.map((type) => `__VERIFIER_nondet_${type}`),
    anyInteger,
  ),
  ...named(
    WIDE.map((type) => `__VERIFIER_nondet_${type}`),
    function* (thread, site) {
      return word(thread, yield* anyInteger(thread, site));
    },
  ),
];

function errorReached(_thread: ThreadServices, site: Site | undefined): never {
  throw new CheckFailed('error reached', site);
}

function* assume(_thread: ThreadServices, site: Site | undefined, condition: number): Steps<void> {
  if (condition === 0) yield cut(site);
}

/** The functions of the software verification competition (SV-COMP rules, "Verification tasks"). */
export const verifier = [
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
    // One mutex for all atomic sections. It drains store buffers, which the rules do not require: stronger than needed.
    // As with any mutex, code outside such sections is not excluded.
    *__VERIFIER_atomic_begin(_thread, site) {
      yield lock(ATOMIC_SECTION, site);
    },
    *__VERIFIER_atomic_end(_thread, site) {
      yield unlock(ATOMIC_SECTION, site);
    },
  }),
];
