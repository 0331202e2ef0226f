import type { Expectation } from '../expectation.js';
import { alike, asserts, breaks, everywhere, failing, races, relaxed, robust, safe } from '../expectation.js';

export const expectations: readonly Expectation[] = [
  { file: 'mutex.rs', expect: alike(robust()) },
  { file: 'mutex_twice.rs', expect: alike(asserts(16)) },
  { file: 'mutex_abba.rs', expect: alike(failing('deadlock')) },
  { file: 'rwlock.rs', expect: alike(robust()) },
  { file: 'rwlock_check_then_act.rs', expect: alike(asserts(18)) },
  { file: 'rwlock_nested.rs', expect: alike(failing('deadlock')) },
  { file: 'mpsc.rs', expect: { ...everywhere(robust()), rc11: relaxed() } },
  { file: 'mpsc_try.rs', expect: alike(asserts(8)) },
  { file: 'sync_channel.rs', expect: alike(robust()) },
  { file: 'sync_channel_each_other.rs', expect: alike(failing('deadlock')) },
  { file: 'condvar.rs', expect: alike(safe()) },
  { file: 'condvar_lost.rs', expect: alike(failing('deadlock')) },
  { file: 'once.rs', expect: alike(robust()) },
  { file: 'barrier.rs', expect: alike(robust()) },
  { file: 'arc.rs', expect: alike(robust()) },
  { file: 'relaxed_flag.rs', expect: { sc: robust(), tso: robust(), pso: breaks(16), rc11: breaks(16) } },
  { file: 'relaxed_flag.rs', flags: ['--cfg=fixed'], expect: alike(robust()) },
  { file: 'unsafe_cell.rs', expect: { ...everywhere(robust()), rc11: races() } },
  { file: 'scope.rs', expect: alike(robust()) },
  { file: 'park.rs', expect: alike(robust()) },
  { file: 'park_before.rs', expect: alike(failing('deadlock')) },
  { file: 'thread_local.rs', expect: alike(robust()) },
];
