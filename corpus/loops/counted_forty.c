/* Forty iterations, each with an effect: more than a loop is followed that nothing ends. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum;

static void *adds(void *arg) {
  for (int i = 0; i < 40; i++)
    atomic_fetch_add(&sum, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, adds, NULL);
  pthread_join(t, NULL);
  assert(atomic_load(&sum) == 40);
  return 0;
}
