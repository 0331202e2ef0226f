/* In the manner of the Apache Portable Runtime: threads start with pthread_once, share a counted object, and the last
 * one to let go of it frees it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int references;
  int data;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct shared *object;

static void initialise(void) {
  object = malloc(sizeof *object);
  atomic_init(&object->references, 2);
  object->data = 7;
}

static void *use(void *arg) {
  pthread_once(&once, initialise);
  assert(object->data == 7);
  if (atomic_fetch_sub_explicit(&object->references, 1, memory_order_acq_rel) == 1)
    free(object);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
