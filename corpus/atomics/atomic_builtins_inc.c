/* __atomic_fetch_add, __atomic_exchange_n and __atomic_compare_exchange_n from two threads. */
#include <assert.h>
#include <pthread.h>

static long x;

static void *add(void *arg) {
  __atomic_fetch_add(&x, 1, __ATOMIC_ACQ_REL);
  return NULL;
}

static void *swap(void *arg) {
  long expected = 1;
  if (!__atomic_compare_exchange_n(&x, &expected, 10, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    assert(expected == 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, swap, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(__atomic_exchange_n(&x, 0, __ATOMIC_SEQ_CST) % 9 == 1);
  return 0;
}
