import type { Expectation } from '../../expectation.js';
import { alike, failing, safe, undecided } from '../../expectation.js';

/** Loops whose state is in an unusual place, and loops that never end. */
export const expectations: readonly Expectation[] = [
  ...[
    'abaloop',
    'argretval',
    'atompriv',
    'backoff',
    'bits_priv',
    'byval',
    'cplx',
    'dbl',
    'i128',
    'nested',
    'ptrwalk',
    'rec_unsound',
    'retval',
    'smallbyval',
    'thrret',
    'twovar',
    'u64',
    'vaarg',
    'vec',
  ].map((name) => ({ file: `${name}.c`, expect: alike(failing('assertion')) })),
  {
    file: 'exitcode.c',
    expect: alike(undecided()),
    note: 'A counter that is compared after the loop, and may be as large as it likes.',
  },
  {
    file: 'handoff.c',
    unroll: 4,
    expect: alike(undecided()),
    note: 'It never ends, and never repeats itself within one thread.',
  },
  { file: 'lostupd.c', expect: alike(failing('assertion')) },
  {
    file: 'polite.c',
    unroll: 4,
    expect: alike(undecided()),
    note: 'Both may give way for ever; it ends if scheduled fairly.',
  },
  { file: 'sameval.c', expect: alike(safe()) },
  { file: 'tas_stop.c', expect: alike(failing('deadlock')) },
];
