import type { EachModel, Expectation, WeakModels } from '../expectation.js';
import {
  asserts,
  breaks,
  each,
  everywhere,
  failing,
  once,
  races,
  relaxed,
  robust,
  safe,
  undecided,
} from '../expectation.js';

const ASSERTS = 115;
/** Calls that drain no store buffer on x86 (`between.c`), and calls that do. */
const LOOKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
const DRAINS = [20, 21, 22, 23, 24, 25, 26];
const weakly = { rc11: breaks(ASSERTS, 4), arm64: breaks(ASSERTS, 4) };

/** What `initialised.c` comes to if nothing orders the initialisation, or the end. */
const unpublished = (kind: string, expect: EachModel & WeakModels, ends: EachModel & WeakModels): Expectation[] => [
  { file: 'initialised.c', flags: [kind], expect },
  { file: 'initialised.c', flags: [kind, '-DORDERED'], expect: ordered },
  { file: 'initialised.c', flags: [kind, '-DENDS'], expect: ends },
  { file: 'initialised.c', flags: [kind, '-DENDS', '-DORDERED'], expect: ordered },
];
const ordered: EachModel & WeakModels = { ...everywhere(robust()), rc11: robust(), arm64: robust() };
const racy: EachModel & WeakModels = { ...each(robust(), robust(), relaxed()), rc11: races(), arm64: relaxed() };
/** It does not work at all before it is initialised. */
const useless = (kind: 'invalid access' | 'crash'): EachModel & WeakModels => ({
  ...each(robust(), robust(), failing(kind)),
  rc11: failing(kind),
  arm64: failing(kind),
});
const racyEnd: EachModel & WeakModels = { ...everywhere(robust()), rc11: races(), arm64: robust() };
const stillHeld: EachModel & WeakModels = { ...everywhere(robust()), rc11: races(), arm64: failing('crash') };

/** The library a C program finds here, function by function. */
export const expectations: readonly Expectation[] = [
  ...LOOKS.map((call) => ({
    file: 'between.c',
    flags: [`-DCALL=${call}`],
    expect: { ...each(robust(3), breaks(ASSERTS, 4), breaks(ASSERTS, 4)), ...weakly },
  })),
  ...DRAINS.map((call) => ({
    file: 'between.c',
    flags: [`-DCALL=${call}`],
    expect: { ...each(robust(3), robust(3), robust(3)), ...weakly },
  })),
  ...['-DMUTEX', '-DMTX', '-DRWLOCK'].flatMap((kind) => unpublished(kind, racy, stillHeld)),
  ...unpublished('-DSPIN', racy, { ...stillHeld, pso: failing('crash') }),
  ...['-DCOND', '-DCND', '-DATTRIBUTES'].flatMap((kind) => unpublished(kind, racy, racyEnd)),
  ...unpublished('-DSEM', useless('invalid access'), racyEnd),
  ...unpublished('-DBARRIER', useless('crash'), ordered),
  ...unpublished('-DONCE', racy, ordered),
  { file: 'one_clock.c', expect: { ...everywhere(robust(2)), rc11: robust(2), arm64: robust(2) } },
  { file: 'one_clock.c', flags: ['-DTIMED'], expect: { ...everywhere(robust(2)), rc11: robust(2), arm64: robust(2) } },
  {
    file: 'one_clock.c',
    flags: ['-DUNORDERED'],
    expect: everywhere(asserts(61, 22)),
    note: 'The 21 places among 20 reads, and what was told.',
  },
  { file: 'random_numbers.c', expect: once },
  { file: 'join_value.c', expect: once },
  { file: 'exit_value.c', expect: everywhere(robust(36)), note: 'Two reads of three values, in order, twice.' },
  { file: 'self_equal.c', expect: once },
  { file: 'detach.c', expect: once },
  { file: 'detached_waits.c', expect: everywhere(safe()) },
  { file: 'detached_waits.c', flags: ['-DSELF'], expect: everywhere(safe()) },
  { file: 'detached_waits.c', flags: ['-DATTACHED'], expect: everywhere(failing('deadlock')) },
  { file: 'detached_waits.c', flags: ['-DJOIN'], expect: everywhere(failing('crash', 34, { message: 'detached' })) },
  {
    file: 'detached_waits.c',
    flags: ['-DSELF', '-DJOIN'],
    expect: everywhere(failing('crash', undefined, { message: 'detach' })),
  },
  { file: 'semaphore_full.c', expect: once },
  { file: 'bad_deadline.c', flags: ['-DFREE'], expect: once },
  ...['MUTEX', 'CONDITION', 'READ', 'WRITE', 'SEMAPHORE', 'C11', 'SLEEP', 'CLOCK'].flatMap((way): Expectation[] => [
    { file: 'bad_deadline.c', flags: [`-D${way}`], expect: once },
    { file: 'bad_deadline.c', flags: [`-D${way}`, '-DGOOD'], expect: once },
  ]),
  { file: 'main_exits.c', expect: once },
  { file: 'nested_create.c', expect: everywhere(robust(2)) },
  { file: 'create_orders.c', expect: once },
  { file: 'mutex_static.c', expect: everywhere(robust(2)) },
  { file: 'mutex_static.c', flags: ['-DN=4'], expect: everywhere(robust(24)) },
  { file: 'mutex_init.c', expect: everywhere(robust(2)) },
  {
    file: 'mutex_trylock.c',
    expect: everywhere(robust(4)),
    note: 'The try comes before, while, or after the other thread has the mutex. It loads first: then it may come after, although the load came before.',
  },
  { file: 'mutex_trylock_always.c', expect: everywhere(asserts(8)) },
  { file: 'mutex_recursive.c', expect: everywhere(safe(2)) },
  { file: 'mutex_recursive.c', flags: ['-DSTATIC'], expect: everywhere(safe(2)) },
  { file: 'mutex_errorcheck.c', expect: everywhere(safe()) },
  { file: 'mutex_double_unlock.c', expect: everywhere(failing('crash', 9)) },
  { file: 'mutex_foreign_unlock.c', expect: everywhere(failing('crash', 7)) },
  { file: 'mutex_drains.c', expect: everywhere(robust(3)) },
  { file: 'cond_signal.c', expect: everywhere(robust(2)), note: 'The waiter waits, or comes too late to need it.' },
  { file: 'cond_broadcast.c', expect: everywhere(safe()) },
  { file: 'cond_broadcast.c', flags: ['-DSIGNAL'], expect: everywhere(failing('deadlock')) },
  { file: 'cond_lost_wakeup.c', expect: everywhere(failing('deadlock')) },
  { file: 'cond_missing_while.c', expect: everywhere(asserts(17)) },
  { file: 'cond_missing_while.c', flags: ['-DWHILE'], expect: everywhere(safe()) },
  { file: 'cond_signal_first.c', expect: everywhere(failing('deadlock')) },
  { file: 'rwlock.c', expect: everywhere(robust(2)) },
  { file: 'rwlock.c', flags: ['-DBUG'], expect: everywhere(asserts(10)) },
  { file: 'rwlock_try.c', expect: everywhere(safe()) },
  { file: 'barrier.c', expect: everywhere(safe(2)), note: 'Who comes last.' },
  { file: 'barrier_short.c', expect: everywhere(failing('deadlock')) },
  { file: 'once.c', expect: everywhere(safe()) },
  { file: 'keys.c', expect: everywhere(robust(2)), note: 'The two destructors add to one sum.' },
  { file: 'semaphore.c', expect: everywhere(robust(2)) },
  { file: 'semaphore_two.c', expect: everywhere(asserts(23)) },
  { file: 'semaphore_handover.c', expect: once },
  { file: 'spinlock.c', expect: everywhere(robust(2)) },
  { file: 'c11_threads.c', expect: everywhere(robust(2)) },
  { file: 'c11_trylock.c', expect: once },
  { file: 'c11_cond.c', expect: everywhere(robust(2)) },
  { file: 'c11_once_tss.c', expect: everywhere(safe()) },
  { file: 'heap.c', expect: once },
  { file: 'strings.c', expect: once },
  { file: 'printf.c', expect: once },
  { file: 'snprintf.c', expect: once },
  { file: 'variadic.c', expect: once },
  { file: 'assert.c', expect: everywhere(failing('assertion', 6, { executions: 1, robust: true })) },
  { file: 'assert.c', expect: everywhere(failing('assertion', 11, { executions: 1, robust: true })) },
  { file: 'abort.c', expect: everywhere(failing('crash', 15, { executions: 2, robust: true })) },
  { file: 'exit_join.c', expect: once },
  { file: 'all_assumed.c', expect: everywhere(safe(0)) },
  { file: 'chosen_for_ever.c', expect: everywhere(undecided()) },
  { file: 'exit.c', expect: everywhere(safe()), note: 'An exit that other threads do not outlive.' },
  { file: 'verifier.c', expect: everywhere(robust(1)) },
  { file: 'verifier.c', flags: ['-DERROR'], expect: everywhere(failing('assertion', 19)) },
  { file: 'verifier_atomic.c', expect: everywhere(safe(2)) },
  { file: 'yield.c', expect: once },
  { file: 'thread_local.c', expect: once },
  { file: 'futex.c', expect: everywhere(robust(24)) },
  { file: 'futex.c', flags: ['-DBITSET'], expect: everywhere(robust(24)) },
  {
    file: 'futex.c',
    flags: ['-DTIMED'],
    unroll: 2,
    expect: everywhere(undecided()),
    note: 'The time may be over again and again.',
  },
  { file: 'futex.c', flags: ['-DLOST'], expect: everywhere(failing('deadlock')) },
  { file: 'futex.c', flags: ['-DSILENT'], expect: everywhere(failing('deadlock')) },
  { file: 'futex_other.c', flags: ['-DKIND=0'], expect: once },
  { file: 'futex_other.c', flags: ['-DKIND=1'], expect: {}, error: { code: 'C_UNSUPPORTED', line: 13 } },
  { file: 'futex_other.c', flags: ['-DKIND=2'], expect: {}, error: { code: 'C_UNSUPPORTED', line: 15 } },
  { file: 'futex_other.c', flags: ['-DKIND=3'], expect: {}, error: { code: 'C_UNSUPPORTED', line: 17 } },
  { file: 'reach_error_empty.c', expect: everywhere(failing('assertion')) },
];
