import type { Expectation } from '../expectation.js';
import { asserts, breaks, each, everywhere, failing, robust, safe } from '../expectation.js';

const usedAfterFree = failing('invalid access');

/** Lock-free and locked data structures. */
export const expectations: readonly Expectation[] = [
  { file: 'treiber.c', expect: everywhere(safe()) },
  { file: 'treiber_pop.c', expect: everywhere(safe()) },
  {
    file: 'treiber_free.c',
    expect: everywhere(failing('invalid access', 15)),
  },
  { file: 'msqueue.c', expect: everywhere(safe()) },
  { file: 'msqueue.c', flags: ['-DRELAXED'], expect: each(safe(), safe(), breaks(43)) },
  { file: 'chase_lev.c', expect: everywhere(safe()) },
  { file: 'chase_lev.c', flags: ['-DNO_FENCE'], expect: each(safe(), breaks(50), breaks(50)) },
  { file: 'chase_lev_push.c', expect: everywhere(safe(3)), note: 'The thief sees none, one or two tasks.' },
  { file: 'chase_lev_push.c', flags: ['-DRELAXED'], expect: each(safe(3), safe(3), breaks(30)) },
  { file: 'ring.c', expect: everywhere(safe()) },
  { file: 'ring.c', flags: ['-DORDER=0'], expect: each(safe(), safe(), breaks(37)) },
  { file: 'ring.c', flags: ['-DPLAIN'], expect: each(safe(), safe(), breaks(37)) },
  { file: 'ring_lamport.c', expect: each(robust(2), robust(2), breaks(20, 3)) },
  { file: 'ring_lamport.c', flags: ['-DFENCE'], expect: everywhere(robust(2)) },
  { file: 'rcu.c', expect: everywhere(safe()) },
  { file: 'rcu.c', flags: ['-DEARLY'], expect: everywhere(usedAfterFree) },
  { file: 'rcu.c', flags: ['-DRELAXED_READER'], expect: each(safe(), usedAfterFree, usedAfterFree) },
  { file: 'hazard.c', expect: everywhere(safe()) },
  { file: 'hazard.c', flags: ['-DRELAXED'], expect: each(safe(), usedAfterFree, usedAfterFree) },
  {
    file: 'lazy.c',
    expect: everywhere(robust(4)),
    note: 'For each winner: the other finds its object at once, or loses.',
  },
  { file: 'lazy.c', flags: ['-DRELAXED'], expect: each(robust(4), robust(4), breaks(28)) },
  { file: 'lock_coupling.c', expect: everywhere(safe()) },
  { file: 'pool.c', expect: everywhere(safe()) },
  { file: 'refcount.c', expect: everywhere(robust(2)) },
  { file: 'refcount.c', flags: ['-DPLAIN'], expect: everywhere(asserts(41)) },
  { file: 'mailbox.c', expect: everywhere(robust(6)), note: 'Three writes of one location, in any order.' },
  { file: 'bounded_queue.c', expect: everywhere(safe()) },
];
