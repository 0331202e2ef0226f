/* fib(K), checked by a third thread while the two still run. -DBUG claims that they do not reach the bound. */
#include <assert.h>
#include <pthread.h>
#ifndef K
#define K 1
#endif
#ifdef BUG
#define REACHED 0
#else
#define REACHED 1
#endif

static volatile int i = 1, j = 1;
static const int fibonacci[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144};

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

static void *check(void *arg) {
  int seen_i = i;
  int seen_j = j;
  int most = fibonacci[2 * K + 2];
  assert(seen_i < most + REACHED && seen_j < most + REACHED);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, add_to_i, NULL);
  pthread_create(&b, NULL, add_to_j, NULL);
  pthread_create(&c, NULL, check, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
