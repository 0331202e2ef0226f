import type { Expectation } from '../../expectation.js';
import { alike, everywhere, failing, safe } from '../../expectation.js';

/** Addresses beyond 32 bits, stacks, captures of threads. */
export const expectations: readonly Expectation[] = [
  { file: 'argptr.c', expect: { ...everywhere(failing('assertion')), rc11: { verdict: 'failing' } } },
  { file: 'big.c', expect: alike(safe()) },
  { file: 'bigstack.c', expect: alike(safe()) },
  { file: 'ctor.c', expect: alike(safe()) },
  { file: 'cvlost.cpp', expect: alike(failing('deadlock')) },
  { file: 'cvpred.cpp', expect: alike(safe()) },
  { file: 'deeprec.c', expect: alike(safe()) },
  { file: 'hi32.c', expect: alike(failing('invalid access')) },
  { file: 'idx.c', expect: alike(failing('invalid access')) },
  { file: 'lock2.cpp', expect: everywhere(safe()) },
  { file: 'recl.cpp', expect: alike(safe()) },
  { file: 'sp3.cpp', expect: alike(safe()) },
  { file: 'sp4.cpp', expect: alike(safe()) },
  { file: 'sp5.cpp', expect: alike(safe()) },
  { file: 'sp6.cpp', expect: alike(failing('assertion')) },
  { file: 'sptr.cpp', expect: alike(safe()) },
  { file: 'tagged.c', expect: alike(failing('invalid access')) },
];
