// A reference count: whoever drops the last reference frees the object.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef DROP
#define DROP memory_order_acq_rel
#endif

struct object {
  atomic_int references;
  int data;
};

void drop(struct object *object) {
  // Release: what this thread did with the object comes before. Acquire: what the others did, too.
  if (atomic_fetch_sub_explicit(&object->references, 1, DROP) == 1) {
    object->data = 0;
    free(object);
  }
}

void *user(void *argument) {
  struct object *object = argument;
  assert(object->data == 42);
  drop(object);
  return NULL;
}

int main(void) {
  struct object *object = malloc(sizeof *object);
  object->data = 42;
  atomic_init(&object->references, 2);
  pthread_t thread;
  pthread_create(&thread, NULL, user, object);
  user(object);
  pthread_join(thread, NULL);
}
