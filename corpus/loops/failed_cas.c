/* A spin loop on a compare-and-swap: it fails, and changes nothing, until the flag is up. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *sets(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

static void *waits(void *arg) {
  int up = 1;
  while (!atomic_compare_exchange_strong(&flag, &up, 2))
    up = 1;
  assert(data == 1);
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
