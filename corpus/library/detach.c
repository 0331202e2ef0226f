/* A detached thread: no thread joins it, and main waits for its flag. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int done;

static void *child(void *arg) {
  data = 3;
  atomic_store_explicit(&done, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, child, NULL);
  pthread_detach(t);
  while (!atomic_load_explicit(&done, memory_order_acquire))
    ;
  assert(data == 3);
  return 0;
}
