/* Looks at one flag after the other: only every other iteration is in the same state. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flags[2];

static void *sets(void *arg) {
  atomic_store(&flags[1], 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  int i = 0;
  pthread_create(&t, NULL, sets, NULL);
  while (!atomic_load(&flags[i]))
    i = (i + 1) % 2;
  assert(i == 1);
  pthread_join(t, NULL);
  return 0;
}
