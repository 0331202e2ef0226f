import type { Expectation } from '../expectation.js';
import { asserts, breaks, each, everywhere, failing, once, relaxed, robust } from '../expectation.js';

/** Inline assembly of x86, template by template. */
export const expectations: readonly Expectation[] = [
  { file: 'barrier.c', expect: each(robust(3), breaks(28, 4), breaks(28, 4)) },
  { file: 'mov.c', expect: each(robust(3), relaxed(4), relaxed(4)) },
  { file: 'mfence.c', expect: everywhere(robust(3)) },
  { file: 'lfence.c', expect: each(robust(3), breaks(28, 4), breaks(28, 4)) },
  { file: 'sfence.c', expect: each(robust(3), breaks(28, 4), breaks(28, 4)) },
  { file: 'lock_add.c', expect: everywhere(robust(3)) },
  { file: 'lock_or.c', expect: everywhere(robust(3)) },
  { file: 'sfence_mp.c', expect: everywhere(robust(2)) },
  { file: 'barrier_mp.c', expect: each(robust(2), robust(2), breaks(16, 3)) },
  { file: 'mfence_mp.c', expect: everywhere(robust(2)) },
  { file: 'pause.c', expect: once },
  { file: 'xadd.c', expect: everywhere(robust(2)) },
  { file: 'xchg.c', expect: everywhere(robust(3)) },
  { file: 'cmpxchg.c', expect: everywhere(robust(2)) },
  { file: 'lock_inc.c', expect: everywhere(robust(6)) },
  {
    file: 'lock_inc.c',
    flags: ['-DNO_LOCK'],
    expect: everywhere(asserts(30, 36)),
    note: 'Not an atomic instruction.',
  },
  { file: 'unknown.c', flags: ['-DREACHED=0'], expect: once },
  { file: 'unknown.c', flags: ['-DREACHED=1'], expect: {}, error: { code: 'C_UNSUPPORTED', line: 8 } },
  { file: 'compute.c', expect: once },
  { file: 'spin.c', expect: everywhere(robust(2)) },
  { file: 'spin.c', flags: ['-DFORGET'], expect: everywhere(failing('deadlock')) },
  ...['ud2', 'int3'].flatMap((stop): Expectation[] => [
    { file: 'stops.c', flags: [`-DSTOP="${stop}"`, '-DAT=1'], expect: everywhere(failing('crash', 8)) },
    { file: 'stops.c', flags: [`-DSTOP="${stop}"`, '-DAT=2'], expect: everywhere(robust(2)) },
  ]),
  { file: 'clock.c', expect: each(robust(3), breaks(44, 4), breaks(44, 4)) },
  { file: 'clock.c', flags: ['-DCPUID'], expect: everywhere(robust(3)) },
];
