import type { Expectation } from '../expectation.js';
import { each, everywhere, failing, once, robust, safe } from '../expectation.js';

const deadlock = everywhere(failing('deadlock'));

/** Threads that wait forever, and some that nearly do. */
export const expectations: readonly Expectation[] = [
  { file: 'abba.c', expect: deadlock },
  { file: 'abba.c', flags: ['-DORDERED'], expect: everywhere(robust(2)) },
  { file: 'abba_try.c', expect: everywhere(safe()) },
  { file: 'gate.c', expect: everywhere(robust(2)) },
  { file: 'self.c', expect: deadlock },
  { file: 'forgotten_unlock.c', expect: deadlock },
  { file: 'join_with_lock.c', expect: deadlock },
  { file: 'join_chain.c', expect: once },
  { file: 'philosophers.c', expect: deadlock },
  { file: 'philosophers.c', flags: ['-DLEFTY'], expect: everywhere(safe()) },
  { file: 'philosophers.c', flags: ['-DN=2'], expect: deadlock },
  { file: 'no_signal.c', expect: deadlock },
  { file: 'two_conditions.c', expect: deadlock },
  { file: 'two_conditions.c', flags: ['-DBROADCAST'], expect: everywhere(safe()) },
  { file: 'semaphore.c', expect: deadlock },
  { file: 'semaphore_empty.c', expect: deadlock },
  { file: 'upgrade.c', expect: deadlock },
  { file: 'lock_and_spin.c', expect: deadlock },
  {
    file: 'lost_wakeup_tso.c',
    expect: each(robust(3), failing('deadlock', undefined, { robust: false }), failing('deadlock')),
  },
  { file: 'lost_wakeup_tso.c', flags: ['-DSEQ_CST'], expect: everywhere(robust(3)) },
  { file: 'lock_in_callback.c', expect: deadlock },
  { file: 'exchange_same.c', expect: everywhere(failing('deadlock', undefined, { executions: 1 })) },
  { file: 'never_unlocked.c', expect: everywhere(failing('deadlock', undefined, { executions: 2 })) },
  { file: 'never_unlocked.c', flags: ['-DB=tests'], expect: deadlock },
  { file: 'never_unlocked.c', flags: ['-DA=tests', '-DB=tests'], expect: deadlock },
  { file: 'never_unlocked.c', flags: ['-DA=limited', '-DB=limited'], expect: deadlock },
  { file: 'never_unlocked.c', flags: ['-DRELEASE'], expect: deadlock },
  { file: 'never_unlocked.c', flags: ['-DRELEASE', '-DA=limited', '-DB=tests'], expect: deadlock },
  { file: 'either_ends.c', expect: everywhere(failing('deadlock', undefined, { executions: 3 })) },
];
