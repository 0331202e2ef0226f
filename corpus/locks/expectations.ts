import type { Expectation } from '../expectation.js';
import { asserts, breaks, each, everywhere, robust, safe, undecided } from '../expectation.js';

/** Locks made of atomics. */
export const expectations: readonly Expectation[] = [
  { file: 'ttas.c', expect: everywhere(safe()) },
  { file: 'ttas_exchange.c', expect: everywhere(robust(2)) },
  { file: 'ttas.c', flags: ['-DRELAXED'], expect: each(safe(), safe(), breaks(34)) },
  { file: 'tas_flag.c', expect: everywhere(safe()) },
  { file: 'cas_mutex.c', expect: everywhere(robust(2)) },
  { file: 'cas_mutex.c', flags: ['-DN=3'], expect: everywhere(robust(6)) },
  { file: 'cas_mutex.c', flags: ['-DN=4'], expect: everywhere(robust(24)) },
  { file: 'cas_mutex_early.c', expect: everywhere(asserts(25)) },
  {
    file: 'mcs.c',
    expect: everywhere(safe(6)),
    note: 'For each order: nobody has queued at the unlock, somebody is about to, somebody has.',
  },
  { file: 'mcs.c', flags: ['-DRELAXED'], expect: each(safe(6), safe(6), breaks(56)) },
  { file: 'clh.c', expect: everywhere(safe(2)) },
  { file: 'ticket.c', expect: everywhere(safe(6)) },
  { file: 'peterson_orders.c', expect: everywhere(safe()) },
  { file: 'peterson_orders.c', flags: ['-DWEAK'], expect: each(safe(), breaks(24), breaks(24)) },
  { file: 'peterson_turn_first.c', expect: everywhere(asserts(16)) },
  { file: 'dekker_seq_cst.c', expect: everywhere(safe()) },
  { file: 'trylock.c', expect: everywhere(robust(3)) },
  { file: 'trylock.c', flags: ['-DRELAXED'], expect: each(robust(3), breaks(28, 4), breaks(28, 4)) },
  { file: 'seqlock.c', expect: everywhere(safe(2)), note: 'The reader sees all or nothing.' },
  { file: 'seqlock.c', flags: ['-DNO_FENCE'], expect: each(safe(2), safe(2), breaks(34)) },
  { file: 'seqlock.c', flags: ['-DNO_CHECK'], expect: everywhere(asserts(34)) },
  { file: 'rwlock.c', expect: everywhere(safe()) },
  { file: 'rwlock.c', flags: ['-DBUG'], expect: everywhere(asserts(31)) },
  { file: 'recursive.c', expect: everywhere(safe()) },
  { file: 'filter.c', expect: everywhere(safe()) },
  { file: 'barrier_sense.c', expect: everywhere(safe(4)), note: 'Who comes last, in each of two rounds.' },
  { file: 'once_by_hand.c', expect: everywhere(safe(4)), note: 'The loser finds it running or done.' },
  {
    file: 'ticket_halves.c',
    expect: each(robust(), undecided(), undecided()),
    note: 'The store to a half is not delayed here, but may be.',
  },
  {
    file: 'ticket_halves.c',
    flags: ['-DUNLOCK=__ATOMIC_SEQ_CST'],
    expect: everywhere(robust()),
  },
  { file: 'ticket_halves.c', flags: ['-DBROKEN'], expect: everywhere(asserts(47)) },
];
