// A ring buffer for one producer and one consumer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif

enum { SIZE = 2 };
int slots[SIZE]; // not atomic: the indices order the accesses
atomic_uint head, tail;

bool push(int value) {
  unsigned at = atomic_load_explicit(&tail, memory_order_relaxed); // its own index
  if (at - atomic_load_explicit(&head, memory_order_acquire) == SIZE) return false;
  slots[at % SIZE] = value;
  atomic_store_explicit(&tail, at + 1, PUBLISH);
  return true;
}

bool pop(int *value) {
  unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
  if (atomic_load_explicit(&tail, memory_order_acquire) == at) return false;
  *value = slots[at % SIZE];
  atomic_store_explicit(&head, at + 1, PUBLISH);
  return true;
}

void *producer(void *unused) {
  for (int i = 1; i <= 3; i++) {
    while (!push(i)) {
    }
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  for (int i = 1; i <= 3; i++) { // one more than the ring has slots: it is full, and wraps around
    int value;
    while (!pop(&value)) {
    }
    assert(value == i);
  }
  pthread_join(thread, NULL);
}
