// Double-checked locking: the lock is taken by the first caller only.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif

struct settings {
  int size;
};

_Atomic(struct settings *) instance;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int made;

struct settings *get(void) {
  struct settings *it = atomic_load_explicit(&instance, memory_order_acquire);
  if (it != NULL) return it;
  pthread_mutex_lock(&lock);
  it = atomic_load_explicit(&instance, memory_order_relaxed); // the lock orders this one
  if (it == NULL) {
    it = malloc(sizeof *it);
    it->size = 42;
    made++;
    atomic_store_explicit(&instance, it, PUBLISH);
  }
  pthread_mutex_unlock(&lock);
  return it;
}

void *user(void *unused) {
  assert(get()->size == 42);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, user, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(made == 1);
  free(instance);
}
