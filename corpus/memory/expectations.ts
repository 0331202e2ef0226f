import type { Expectation } from '../expectation.js';
import { asserts, breaks, each, everywhere, failing, once, robust, safe } from '../expectation.js';

const invalid = (line: number) => everywhere(failing('invalid access', line));
const crash = (line?: number) => everywhere(failing('crash', line));

/** Addresses, sizes and lifetimes. */
export const expectations: readonly Expectation[] = [
  { file: 'null.c', expect: invalid(8) },
  { file: 'null_race.c', expect: invalid(15) },
  { file: 'heap_read_beyond.c', expect: invalid(9) },
  { file: 'heap_write_before.c', expect: invalid(8) },
  { file: 'heap_race_beyond.c', expect: invalid(16) },
  { file: 'use_after_free.c', expect: invalid(9) },
  { file: 'use_after_free_race.c', expect: everywhere(failing('invalid access')) },
  { file: 'use_after_free_race.c', flags: ['-DJOIN'], expect: everywhere(safe()) },
  { file: 'double_free.c', expect: invalid(9) },
  { file: 'double_free_race.c', expect: invalid(15) },
  { file: 'double_free_race.c', flags: ['-DEXCHANGE'], expect: everywhere(robust(2)) },
  { file: 'free_foreign.c', expect: invalid(10) },
  { file: 'free_foreign.c', flags: ['-DGLOBAL'], expect: invalid(10) },
  { file: 'destroyed_lock.c', expect: everywhere(safe()), note: 'A mistake that is not detected.' },
  { file: 'freed_lock.c', expect: everywhere(safe()), note: 'A mistake that is not detected.' },
  { file: 'mixed_after_join.c', expect: once },
  { file: 'mixed_race.c', expect: everywhere(safe()) },
  { file: 'mixed_atomic.c', expect: {}, error: { code: 'MIXED_SIZE' } },
  { file: 'memcpy.c', expect: everywhere(robust(2)) },
  { file: 'memcpy.c', flags: ['-DRACE'], expect: everywhere(asserts(30)) },
  { file: 'struct_assignment.c', expect: everywhere(asserts(19)) },
  { file: 'union.c', expect: once },
  { file: 'bitfields.c', expect: everywhere(asserts(26, 4)) },
  { file: 'wide.c', expect: everywhere(robust(2)) },
  { file: 'floats.c', expect: everywhere(robust(2)) },
  { file: 'stack_argument.c', expect: once },
  { file: 'loop_variable.c', expect: everywhere(asserts(18)) },
  { file: 'stack_gone.c', expect: everywhere(safe()), note: 'A mistake that is not detected.' },
  { file: 'division.c', expect: crash(12) },
  { file: 'unreachable.c', expect: crash() },
  { file: 'unreachable.c', flags: ['-DTRAP'], expect: crash(14) },
  { file: 'publish_heap.c', expect: each(robust(2), robust(2), breaks(24, 3)) },
  { file: 'publish_heap.c', flags: ['-DRELEASE'], expect: everywhere(robust(2)) },
  { file: 'array_global_beyond.c', expect: everywhere(safe()), note: 'A mistake that is not detected.' },
  { file: 'constants.c', expect: once },
  { file: 'found_shared.c', expect: once },
  { file: 'found_shared.c', flags: ['-DCOUNT'], expect: everywhere(asserts(37)) },
];
