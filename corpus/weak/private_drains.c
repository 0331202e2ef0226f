/*
 * Store buffering with an atomic operation between store and load whose memory only its thread uses. On x86 it drains the
 * store buffer like any other. For C it orders nothing: no other thread synchronises with it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;
static int r0, r1;
static _Thread_local atomic_int own;

static void between(void) {
#if defined(LOCAL)
  atomic_int local = 0;
  atomic_fetch_add(&local, 1);
#elif defined(THREAD_LOCAL)
  atomic_fetch_add(&own, 1);
#elif defined(RELAXED)
  atomic_fetch_add_explicit(&own, 1, memory_order_relaxed);
#elif defined(HEAP)
  atomic_int *place = malloc(sizeof *place);
  atomic_init(place, 0);
  atomic_fetch_add(place, 1);
  free(place);
#elif defined(CAS)
  int expected = 7;
  atomic_compare_exchange_strong(&own, &expected, 1);
#elif defined(STORE)
  atomic_store(&own, 1);
#elif defined(LOCAL_STORE)
  atomic_int local;
  atomic_store(&local, 1);
#elif defined(ASSEMBLY)
  int local = 0, value = 1;
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(local) : : "memory");
#elif defined(LOAD)
  (void)atomic_load(&own);
#else
  atomic_store_explicit(&own, 1, memory_order_release);
#endif
}

static void *first(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  between();
  r0 = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

static void *second(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  between();
  r1 = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r0 == 1 || r1 == 1);
  return 0;
}
