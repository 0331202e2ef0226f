/* A spin loop that one of two values ends. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static void *sets(void *arg) {
  atomic_store(&state, 1);
  atomic_store(&state, 2);
  return NULL;
}

static void *waits(void *arg) {
  int seen;
  while ((seen = atomic_load(&state)) == 0)
    ;
  assert(seen == 1 || seen == 2);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sets, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
