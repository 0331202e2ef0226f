/* A loop that waits for a flag and counts its tries in shared memory: it does something, so it is no spin loop.
 * The search is bounded. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, tries;

static void *set(void *arg) {
  atomic_store(&flag, 1);
  return NULL;
}

static void *await(void *arg) {
  while (!atomic_load(&flag))
    atomic_fetch_add(&tries, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, set, NULL);
  pthread_create(&b, NULL, await, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
