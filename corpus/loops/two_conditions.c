/* A spin loop that waits for two flags of two threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;

static void *sets_first(void *arg) {
  atomic_store(&first, 1);
  return NULL;
}

static void *sets_second(void *arg) {
  atomic_store(&second, 1);
  return NULL;
}

static void *waits(void *arg) {
  while (!atomic_load(&first) || !atomic_load(&second))
    ;
  assert(atomic_load(&first) && atomic_load(&second));
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, sets_first, NULL);
  pthread_create(&b, NULL, sets_second, NULL);
  pthread_create(&c, NULL, waits, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
