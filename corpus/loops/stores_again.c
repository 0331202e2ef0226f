/* Each iteration stores what is there. -DTWO: another thread stores something else in between, which may be lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, mode;

static void *sets(void *arg) {
#ifdef TWO
  atomic_store(&mode, 2);
#endif
  atomic_store(&flag, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sets, NULL);
  while (!atomic_load(&flag))
    atomic_store(&mode, 1);
  pthread_join(t, NULL);
#ifdef TWO
  assert(atomic_load(&mode) == 2);
#endif
  return 0;
}
