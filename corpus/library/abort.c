/* abort is a crash. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void *sets(void *arg) {
  atomic_store(&flag, 1);
  return NULL;
}

static void *aborts(void *arg) {
  if (atomic_load(&flag))
    abort();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sets, NULL);
  pthread_create(&b, NULL, aborts, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
