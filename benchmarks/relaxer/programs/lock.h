/* A lock as 004 has it: taking it is a load-load fence, giving it back a store-store fence that lets stores reach memory.
 * (Mutexes of pthreads would do more here: taking one waits for all earlier stores.) */
static void lock(int *taken) {
  while (__atomic_exchange_n(taken, 1, __ATOMIC_ACQUIRE))
    ;
}

static void unlock(int *taken) { __atomic_exchange_n(taken, 0, __ATOMIC_RELEASE); }
