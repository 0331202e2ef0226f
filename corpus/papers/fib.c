/* Two threads race to compute a Fibonacci number, a third one checks the bound while they run.
 * -DBAD claims a bound that some interleavings reach. */
#include <assert.h>
#include <pthread.h>
#define K 2

static volatile int i = 1, j = 1;

static void *add_to_i(void *arg) {
  for (int k = 0; k < K; k++)
    i += j;
  return NULL;
}

static void *add_to_j(void *arg) {
  for (int k = 0; k < K; k++)
    j += i;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add_to_i, NULL);
  pthread_create(&b, NULL, add_to_j, NULL);
#ifdef BAD
  assert(i < 8 && j < 8);
#else
  assert(i <= 8 && j <= 8);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
