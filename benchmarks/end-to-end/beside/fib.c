/* fib(K): one thread K times i = i + j, the other K times j = j + i, with relaxed atomics; checked after both have ended. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef K
#define K 3
#endif

#define GET(x) atomic_load_explicit(&x, memory_order_relaxed)
#define SET(x, value) atomic_store_explicit(&x, value, memory_order_relaxed)

static atomic_int i = 1, j = 1;

static void *add_to_i(void *arg) {
  for (int k = 0; k < K; k++)
    SET(i, GET(i) + GET(j));
  return NULL;
}

static void *add_to_j(void *arg) {
  for (int k = 0; k < K; k++)
    SET(j, GET(j) + GET(i));
  return NULL;
}

int main(void) {
  int low = 0, most = 1;
  for (int n = 1; n < 2 * K + 2; n++) {
    int sum = low + most;
    low = most;
    most = sum;
  }
  pthread_t a, b;
  pthread_create(&a, NULL, add_to_i, NULL);
  pthread_create(&b, NULL, add_to_j, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(GET(i) <= most && GET(j) <= most);
  return 0;
}
