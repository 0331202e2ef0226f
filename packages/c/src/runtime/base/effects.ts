/** Effect of a call on the store buffer of its thread on x86. */
export type BufferEffect = 'drains' | 'stores' | 'loads' | 'nothing';

/** Ordering effect of a call in RC11 and ARMv8. */
export type OrderEffect = 'acquires' | 'releases' | 'acquires, releases' | 'nothing';

/** Effect of library functions in one case. Nothing else defines these effects. */
export interface Effect {
  readonly functions: readonly string[];
  /** The case; empty: always, or in all cases without a row of their own. */
  readonly when: string;
  readonly buffer: BufferEffect;
  readonly order: OrderEffect;
  /** The instructions of glibc 2.36 and libstdc++ 12 for x86-64 that determine the effect. */
  readonly evidence: string;
}

const row = (functions: string, when: string, buffer: BufferEffect, order: OrderEffect, evidence: string): Effect => ({
  functions: functions.split(' '),
  when,
  buffer,
  order,
  evidence,
});

/**
 * Functions on synchronisation objects. Where POSIX, C11 and C++ guarantee less than glibc does on x86, RC11 and ARMv8
 * follow the standards: a failed try need not synchronise, nor need a signal without a waiter. A function that is not
 * listed here does nothing to store buffers beyond its accesses, and orders nothing.
 */
export const EFFECTS: readonly Effect[] = [
  row('pthread_mutex_lock mtx_lock', '', 'drains', 'acquires', 'lock cmpxchg'),
  row('pthread_mutex_lock', 'it holds the recursive mutex', 'nothing', 'nothing', 'cmp, add'),
  row('pthread_mutex_trylock mtx_trylock', '', 'drains', 'acquires', 'lock cmpxchg'),
  row('pthread_mutex_trylock mtx_trylock', 'the mutex is taken', 'loads', 'nothing', 'mov, test'),
  row('pthread_mutex_timedlock pthread_mutex_clocklock mtx_timedlock', '', 'drains', 'acquires', 'lock cmpxchg'),
  row('pthread_mutex_timedlock', 'the timeout expires', 'drains', 'nothing', 'lock cmpxchg'),
  row('pthread_mutex_unlock mtx_unlock', '', 'drains', 'releases', 'xchg'),
  row('pthread_spin_lock pthread_spin_trylock', '', 'drains', 'acquires', 'lock dec, lock cmpxchg'),
  row('pthread_spin_trylock', 'the lock is taken', 'drains', 'nothing', 'lock cmpxchg'),
  row('pthread_spin_unlock', '', 'stores', 'releases', 'mov'),
  row('pthread_once call_once', '', 'drains', 'acquires, releases', 'lock cmpxchg'),
  row('pthread_once call_once', 'it is already done', 'loads', 'acquires', 'mov, test'),
  row('__cxa_guard_acquire', '', 'drains', 'acquires', 'lock cmpxchg; before the call: movzbl, test'),
  row('__cxa_guard_release __cxa_guard_abort', '', 'drains', 'acquires, releases', 'xchg'),
  row(
    'pthread_cond_wait pthread_cond_timedwait pthread_cond_clockwait cnd_wait cnd_timedwait',
    ...(['', 'drains', 'acquires, releases', 'lock xadd'] as const),
  ),
  row('_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE', '', 'drains', 'acquires, releases', 'lock xadd'),
  row(
    'pthread_cond_signal pthread_cond_broadcast cnd_signal cnd_broadcast',
    ...(['', 'drains', 'acquires, releases', 'lock cmpxchg'] as const),
  ),
  row(
    '_ZNSt18condition_variable10notify_oneEv _ZNSt18condition_variable10notify_allEv',
    ...(['', 'drains', 'acquires, releases', 'lock cmpxchg'] as const),
  ),
  row(
    'pthread_cond_signal pthread_cond_broadcast cnd_signal cnd_broadcast',
    ...(['no thread waits', 'loads', 'nothing', 'mov, shr, je'] as const),
  ),
  row(
    '_ZNSt18condition_variable10notify_oneEv _ZNSt18condition_variable10notify_allEv',
    ...(['no thread waits', 'loads', 'nothing', 'mov, shr, je'] as const),
  ),
  row('sem_wait sem_timedwait sem_clockwait sem_trywait', '', 'drains', 'acquires', 'lock cmpxchg'),
  row('sem_trywait', 'the value is 0', 'loads', 'nothing', 'mov, test'),
  row('sem_timedwait', 'the timeout expires', 'drains', 'nothing', 'lock xadd'),
  row('sem_post', '', 'drains', 'acquires, releases', 'lock cmpxchg'),
  row('sem_getvalue', '', 'loads', 'nothing', 'mov'),
  row('pthread_rwlock_rdlock pthread_rwlock_wrlock', '', 'drains', 'acquires', 'lock xadd, lock cmpxchg'),
  row('pthread_rwlock_tryrdlock pthread_rwlock_trywrlock', '', 'drains', 'acquires', 'lock cmpxchg'),
  row('pthread_rwlock_tryrdlock pthread_rwlock_trywrlock', 'the lock is taken', 'loads', 'nothing', 'mov, test'),
  row(
    'pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock',
    ...(['', 'drains', 'acquires', 'lock xadd, lock cmpxchg'] as const),
  ),
  row('pthread_rwlock_timedrdlock', 'the timeout expires', 'drains', 'nothing', 'lock xadd'),
  row('pthread_rwlock_unlock', '', 'drains', 'acquires, releases', 'lock cmpxchg, xchg'),
  row('pthread_barrier_wait', '', 'drains', 'acquires, releases', 'lock xadd'),
  row('pthread_barrier_init', '', 'stores', 'nothing', 'mov'),
  row('pthread_barrier_destroy', '', 'drains', 'acquires, releases', 'lock xadd'),
  row('pthread_mutex_init mtx_init pthread_cond_init cnd_init pthread_rwlock_init', '', 'stores', 'nothing', 'mov'),
  row('pthread_spin_init sem_init', '', 'stores', 'nothing', 'mov'),
  row('_ZNSt18condition_variableC1Ev _ZNSt18condition_variableC2Ev', '', 'stores', 'nothing', 'mov'),
  row('pthread_mutex_destroy mtx_destroy pthread_rwlock_destroy', '', 'stores', 'nothing', 'mov'),
  row('pthread_spin_destroy sem_destroy', '', 'stores', 'nothing', 'ret'),
  row('pthread_cond_destroy cnd_destroy', '', 'drains', 'acquires', 'lock cmpxchg'),
  row('_ZNSt18condition_variableD1Ev _ZNSt18condition_variableD2Ev', '', 'drains', 'acquires', 'lock cmpxchg'),
  row(
    'pthread_key_create pthread_key_delete tss_create tss_delete',
    '',
    'drains',
    'acquires, releases',
    'lock cmpxchg',
  ),
];
