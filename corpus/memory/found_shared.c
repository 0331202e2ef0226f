/* A waiting loop reads an object before anybody knows that another thread writes to it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct mailbox {
  atomic_int full;
  int value;
};

static int take(struct mailbox *box, int *value) {
  if (!atomic_load_explicit(&box->full, memory_order_acquire))
    return 0;
  *value = box->value;
  return 1;
}

static void *put(void *arg) {
  struct mailbox *box = *(struct mailbox **)arg;
  box->value = 7;
  atomic_store_explicit(&box->full, 1, memory_order_release);
  return NULL;
}

int main(void) {
  struct mailbox *box = calloc(1, sizeof *box);
  struct mailbox **arg = malloc(sizeof *arg);
  *arg = box;
  pthread_t t;
  pthread_create(&t, NULL, put, arg);
  int value, rounds = 0;
  while (!take(box, &value))
    rounds++;
  assert(value == 7);
#ifdef COUNT
  assert(rounds < 2); /* they matter: the loop is followed, silently and then visibly */
#endif
  pthread_join(t, NULL);
  return 0;
}
