/* A spin loop whose number of tries is checked later: it cannot be a mere wait, so the bound is hit. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int tries;

static void *sets(void *arg) {
  atomic_store(&flag, 1);
  return NULL;
}

static void *waits(void *arg) {
  while (!atomic_load(&flag))
    tries++;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sets, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(tries >= 0);
  return 0;
}
