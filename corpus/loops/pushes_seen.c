// As pushes.c, but another thread looks into the node before it is published: it may see the store of a failed attempt.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, next, seen;

static void *push(void *unused) {
  int head = atomic_load(&top);
  do
    atomic_store(&next, head);
  while (!atomic_compare_exchange_strong(&top, &head, 10));
  return 0;
}

static void *look(void *unused) {
  atomic_store(&seen, atomic_load(&next));
#ifdef THEN_WRITES
  atomic_store(&top, 6);
#endif
  return 0;
}

static void *write(void *unused) {
  atomic_store(&top, 5);
#ifndef THEN_WRITES
  atomic_store(&top, 6);
#endif
  return 0;
}

#ifndef ORDER
#define ORDER push, look, write
#endif

int main(void) {
  void *(*bodies[])(void *) = {ORDER};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, bodies[i], 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(!(atomic_load(&seen) == 5 && atomic_load(&next) == 6));
  return 0;
}
