/* A try fails only if x was read before, and y after the other thread wrote them: two tries cannot fail. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *sets(void *arg) {
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  int tries = 0;
  pthread_create(&t, NULL, sets, NULL);
  while (!atomic_load(&x) && atomic_load(&y))
    assert(++tries < 10);
  pthread_join(t, NULL);
  return 0;
}
