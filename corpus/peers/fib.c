/* fib(K): one thread K times i = i + j, the other K times j = j + i; checked after both have ended.
 * No interleaving passes the (2K+2)-th Fibonacci number; -DBUG claims that none reaches it. */
#include <assert.h>
#include <pthread.h>
#ifndef K
#define K 3
#endif

static volatile int i = 1, j = 1;

static void *add_to_i(void *arg) {
  for (int k = 0; k < K; k++)
    i = i + j;
  return NULL;
}

static void *add_to_j(void *arg) {
  for (int k = 0; k < K; k++)
    j = j + i;
  return NULL;
}

static int fibonacci(int n) {
  int low = 0, high = 1;
  for (; n > 0; n--) {
    int sum = low + high;
    low = high;
    high = sum;
  }
  return low;
}

int main(void) {
  int most = fibonacci(2 * K + 2);
  pthread_t a, b;
  pthread_create(&a, NULL, add_to_i, NULL);
  pthread_create(&b, NULL, add_to_j, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifdef BUG
  assert(i < most && j < most);
#else
  assert(i <= most && j <= most);
#endif
  return 0;
}
