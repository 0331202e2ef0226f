/* The accesses of the six shapes of two threads and two variables, with the orders the command line asks for. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef STORE
#define STORE relaxed
#endif
#ifndef LOAD
#define LOAD relaxed
#endif
#define JOIN(a, b) a##b
#define ORDER(name) JOIN(memory_order_, name)

static atomic_int x, y;

static inline void put(atomic_int *where, int value) {
#if defined EXCHANGE
  atomic_exchange_explicit(where, value, ORDER(STORE));
#elif defined CAS
  int old = atomic_load_explicit(where, memory_order_relaxed);
  atomic_compare_exchange_strong_explicit(where, &old, value, ORDER(STORE), memory_order_relaxed);
#else
  atomic_store_explicit(where, value, ORDER(STORE));
#endif
}

static inline int get(atomic_int *where) { return atomic_load_explicit(where, ORDER(LOAD)); }

static inline void between(void) {
#ifdef FENCE
  atomic_thread_fence(ORDER(FENCE));
#endif
}
