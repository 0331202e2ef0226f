/* A spin loop with a growing private delay between two looks. */
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
  int delay = 1;
  while (!atomic_load_explicit(&flag, memory_order_acquire)) {
    for (volatile int i = 0; i < delay; i++)
      ;
    if (delay < 4)
      delay *= 2;
  }
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
