/** A call that starts, joins, locks or unlocks; the numbers are places of arguments. */
export type Synchronisation =
  | {
      readonly kind: 'create';
      readonly handle: number;
      readonly attributes?: number;
      readonly start: number;
      readonly argument: number;
    }
  | { readonly kind: 'join'; readonly result: number }
  | { readonly kind: 'exit' | 'self' }
  | { readonly kind: 'lock'; readonly isTry: boolean; readonly isShared: boolean; readonly deadline?: number }
  | { readonly kind: 'unlock' }
  | { readonly kind: 'atomic begin' | 'atomic end' };

const LOCKS: Readonly<Record<string, Synchronisation>> = {
  'pthread_create': { kind: 'create', handle: 0, attributes: 1, start: 2, argument: 3 },
  'thrd_create': { kind: 'create', handle: 0, start: 1, argument: 2 },
  'pthread_join thrd_join': { kind: 'join', result: 1 },
  'pthread_exit thrd_exit': { kind: 'exit' },
  'pthread_self thrd_current': { kind: 'self' },
  'pthread_mutex_lock pthread_spin_lock pthread_rwlock_wrlock mtx_lock': { kind: 'lock', isTry: false, isShared: false },
  'pthread_rwlock_rdlock': { kind: 'lock', isTry: false, isShared: true },
  'pthread_mutex_trylock pthread_spin_trylock pthread_rwlock_trywrlock mtx_trylock': { kind: 'lock', isTry: true, isShared: false },
  'pthread_rwlock_tryrdlock': { kind: 'lock', isTry: true, isShared: true },
  'pthread_mutex_timedlock pthread_rwlock_timedwrlock mtx_timedlock': { kind: 'lock', isTry: true, isShared: false, deadline: 1 },
  'pthread_rwlock_timedrdlock': { kind: 'lock', isTry: true, isShared: true, deadline: 1 },
  'pthread_mutex_unlock pthread_spin_unlock pthread_rwlock_unlock mtx_unlock': { kind: 'unlock' },
  '__VERIFIER_atomic_begin': { kind: 'atomic begin' },
  '__VERIFIER_atomic_end': { kind: 'atomic end' },
}; // prettier-ignore

const BY_NAME: ReadonlyMap<string, Synchronisation> = new Map(
  Object.entries(LOCKS).flatMap(([names, each]) => names.split(' ').map((name) => [name, each] as const)),
);

/** Returns what the library function does for synchronisation, if anything. `name` has no `@`. */
export function synchronisationBy(name: string): Synchronisation | undefined {
  return BY_NAME.get(name);
}

/** Whether calls of the function, which the program defines, are atomic sections. */
export function isSection(symbol: string): boolean {
  return /^@__VERIFIER_atomic_(?!(?:begin|end)$)/.test(symbol);
}
