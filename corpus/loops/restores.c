/* Each iteration writes to shared memory and undoes it. -DSEEN: another thread looks, and may see it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, inside;

static void *sets(void *arg) {
#ifdef SEEN
  assert(atomic_load(&inside) == 0);
#endif
  atomic_store(&flag, 1);
  return NULL;
}

static int look(void) {
  assert(atomic_exchange(&inside, 1) == 0);
  int seen = atomic_load(&flag);
  atomic_store(&inside, 0);
  return seen;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sets, NULL);
  while (!look()) {
  }
  pthread_join(t, NULL);
  assert(atomic_load(&inside) == 0);
  return 0;
}
