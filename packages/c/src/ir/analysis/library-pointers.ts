/** 'all', or the positions of the pointer arguments (from 0) that a function uses only while it runs. */
type Places = 'all' | readonly number[];

const ALL =
  'printf fprintf dprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf puts fputs perror scanf fscanf sscanf ' +
  '__isoc99_scanf __isoc99_fscanf __isoc99_sscanf __isoc23_scanf __isoc23_fscanf __isoc23_sscanf __assert_fail __assert ' +
  'strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll strcpy strncpy stpcpy strcat strncat strspn strcspn ' +
  'memcmp bcmp memcpy memmove memset mempcpy bzero bcopy __printf_chk __fprintf_chk __sprintf_chk __snprintf_chk ' +
  '__memcpy_chk __memmove_chk __memset_chk __strcpy_chk __strncpy_chk __strcat_chk atoi atol atoll atof ' +
  'nanosleep clock_nanosleep clock_gettime gettimeofday time timespec_get thrd_sleep frexp modf sincos remquo ' +
  'pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_attr_getdetachstate ' +
  'pthread_attr_setstacksize pthread_attr_getstacksize pthread_attr_setscope pthread_attr_setinheritsched ' +
  'pthread_attr_setschedpolicy pthread_attr_setschedparam pthread_mutexattr_init pthread_mutexattr_destroy ' +
  'pthread_mutexattr_settype pthread_mutexattr_gettype pthread_mutexattr_setpshared pthread_mutexattr_setprotocol ' +
  'pthread_mutexattr_setprioceiling pthread_mutexattr_getpshared pthread_mutexattr_getprotocol ' +
  'pthread_mutexattr_getprioceiling pthread_mutexattr_getrobust pthread_rwlockattr_setkind_np ' +
  'pthread_rwlockattr_getkind_np pthread_condattr_getclock clock_getres ' +
  'pthread_mutexattr_setrobust pthread_condattr_init pthread_condattr_destroy pthread_condattr_setclock ' +
  'pthread_condattr_setpshared pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_setpshared ' +
  'pthread_barrierattr_init pthread_barrierattr_destroy pthread_barrierattr_setpshared';

const SOME: Readonly<Record<string, Places>> = {
  pthread_create: [0, 1],
  pthread_join: [1],
  pthread_mutex_init: [1],
  pthread_cond_init: [1],
  pthread_rwlock_init: [1],
  pthread_barrier_init: [1],
  pthread_cond_timedwait: [2],
  pthread_mutex_timedlock: [1],
  pthread_key_create: [0],
  pthread_setcancelstate: [1],
  pthread_setcanceltype: [1],
  sem_getvalue: [1],
  sem_timedwait: [1],
  thrd_create: [0],
  thrd_join: [1],
  tss_create: [0],
  cnd_timedwait: [2],
  mtx_timedlock: [1],
  strtol: [1],
  strtoul: [1],
  strtoll: [1],
  strtoull: [1],
  strtod: [1],
  strtof: [1],
  posix_memalign: [0],
  // Called by the compiler for atomics without an instruction.
  __atomic_load: [2],
  __atomic_store: [2],
  __atomic_exchange: [2, 3],
  __atomic_compare_exchange: [2, 3],
  __atomic_compare_exchange_1: [1],
  __atomic_compare_exchange_2: [1],
  __atomic_compare_exchange_4: [1],
  __atomic_compare_exchange_8: [1],
};

/**
 * Locks and similar objects are not listed although their functions keep no pointer: their state is found by address,
 * and private memory of two threads has the same addresses.
 */
const NOT_KEPT: ReadonlyMap<string, Places> = new Map([
  ...ALL.split(' ').map((name): [string, Places] => [name, 'all']),
  ...Object.entries(SOME),
]);

/** Returns whether the library function does not use this argument after it returns. `name` has no `@`. */
export function forgets(name: string, argument: number): boolean {
  const places = NOT_KEPT.get(name);
  return places === 'all' || (places?.includes(argument) ?? false);
}
