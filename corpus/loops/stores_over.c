/* A loop that stores what it stored before, over what another thread writes there: each time counts. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, stop;

static void *stores(void *arg) {
  do
    atomic_store(&x, 1);
  while (!atomic_load(&stop));
  return arg;
}

static int over(int value) {
  atomic_store(&x, value);
  return atomic_load(&x) == 1;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, stores, 0);
  int lost = over(2) + over(3) + over(4);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
  assert(lost < 3);
}
