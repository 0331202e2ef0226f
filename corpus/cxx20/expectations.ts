import type { Expectation } from '../expectation.js';
import { alike, asserts, everywhere, failing, robust, safe } from '../expectation.js';

/** Synchronisation of C++20, as libstdc++ 12 implements it. */
export const expectations: readonly Expectation[] = [
  {
    file: 'semaphore.cpp',
    expect: alike(failing('deadlock')),
    note: 'libstdc++ 12 may sleep although there is a permit again: it compares with a value loaded before its attempts.',
  },
  { file: 'semaphore.cpp', flags: ['-DTWO'], expect: alike(asserts(34)) },
  { file: 'semaphore.cpp', flags: ['-DMESSAGE'], expect: alike(robust()) },
  { file: 'semaphore_waiters.cpp', expect: alike(failing('deadlock')), slow: true },
  {
    file: 'latch.cpp',
    expect: { ...everywhere(robust()), rc11: failing('deadlock') },
    note: 'libstdc++ 12 counts down with a release; RC11 lets the look for waiters come before it.',
  },
  { file: 'latch.cpp', flags: ['-DEARLY'], expect: alike(asserts(21)) },
  { file: 'barrier.cpp', expect: alike(safe()), slow: true },
  { file: 'barrier.cpp', flags: ['-DDROPS'], expect: alike(safe()) },
  { file: 'stop_token.cpp', expect: alike(robust()) },
  { file: 'stop_token.cpp', flags: ['-DTHREAD'], expect: alike(failing('deadlock')) },
  { file: 'atomic_wait.cpp', expect: alike(robust()) },
  { file: 'atomic_wait.cpp', flags: ['-DSILENT'], expect: alike(failing('deadlock')) },
  { file: 'shared_mutex.cpp', expect: alike(robust()) },
  { file: 'shared_mutex.cpp', flags: ['-DACTS'], expect: alike(asserts(35)) },
  { file: 'two_mutexes.cpp', expect: alike(robust()) },
  { file: 'two_mutexes.cpp', flags: ['-DONE_BY_ONE'], expect: alike(failing('deadlock')) },
  { file: 'once.cpp', expect: alike(robust()) },
  { file: 'once.cpp', flags: ['-DTHROWS'], expect: alike(robust()) },
  { file: 'condition_any.cpp', expect: alike(robust()) },
  { file: 'condition_any.cpp', flags: ['-DSTOPS'], expect: alike(robust()) },
  { file: 'condition_any.cpp', flags: ['-DNOBODY'], expect: alike(failing('deadlock')) },
  { file: 'promise.cpp', expect: alike(robust()) },
  { file: 'promise.cpp', flags: ['-DTHROWS'], expect: alike(robust()) },
  { file: 'promise.cpp', flags: ['-DBROKEN'], expect: alike(robust()) },
].map((each) => ({ ...each, flags: ['-std=c++20', ...(each.flags ?? [])] }));
