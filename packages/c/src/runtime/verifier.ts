import type { Site } from '@fencepost/core';
import { CheckFailed, cut, lock, unlock } from '@fencepost/core';
import { functions, named, unsupported } from './define.js';
import { ATOMIC_SECTION } from './places.js';
import type { LibraryValue, Steps, ThreadServices } from './services.js';

/** A value the program leaves open (`__VERIFIER_nondet_int`), by the name of its type. */
export function nondeterministic(
  _thread: ThreadServices,
  site: Site | undefined,
  type: string,
): LibraryValue | Steps<LibraryValue> {
  throw unsupported(
    `__VERIFIER_nondet_${type} is not supported`,
    site,
    'call the function under check with the values of interest',
  );
}

const TYPES = [
  'bool', 'char', 'uchar', 'short', 'ushort', 'int', 'uint', 'unsigned', 'long', 'ulong', 'longlong', 'ulonglong',
  'int128', 'uint128', 'size_t', 'loff_t', 'u8', 'u16', 'u32', 'unsigned_char', 'unsigned_int', 'float', 'double',
  'pointer', 'pchar', 'charp', 'const_char_pointer', 'sector_t', 'S8', 'U8', 'S16', 'U16', 'S32', 'U32',
]; // prettier-ignore

const nondeterminism = TYPES.flatMap((type) =>
  named([`__VERIFIER_nondet_${type}`], (thread, site) => nondeterministic(thread, site, type)),
);

function errorReached(_thread: ThreadServices, site: Site | undefined): never {
  throw new CheckFailed('error reached', site);
}

function* assume(_thread: ThreadServices, site: Site | undefined, condition: number): Steps<void> {
  if (condition === 0) yield cut('assume', site);
}

/** The functions of the software verification competition (SV-COMP rules, "Verification tasks"). */
export const verifier = [
  ...nondeterminism,
  ...functions({
    __VERIFIER_assume: assume,
    assume_abort_if_not: assume,
    __VERIFIER_error: errorReached,
    reach_error: errorReached,
    __VERIFIER_assert(_thread, site, condition) {
      if (condition === 0) throw new CheckFailed('assertion failed', site);
      return undefined;
    },
    // One mutex for all atomic sections. It drains store buffers, which the rules do not ask for: stronger than needed,
    // and as for any mutex what happens outside of such sections is not excluded.
    *__VERIFIER_atomic_begin(_thread, site) {
      yield lock(ATOMIC_SECTION, site);
    },
    *__VERIFIER_atomic_end(_thread, site) {
      yield unlock(ATOMIC_SECTION, site);
    },
  }),
];
