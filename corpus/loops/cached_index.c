/* A ring for one producer and one consumer that keep a copy of the other's index: each failed attempt stores the copy
   again, unchanged. -DRELEASE=memory_order_relaxed: the consumer may not see what was put in. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef RELEASE
#define RELEASE memory_order_release
#endif
#define SIZE 2
#define ITEMS 3

static struct {
  atomic_int head;
  int tail_copy;
  atomic_int tail;
  int head_copy;
  int slots[SIZE];
} ring;

static int push(int value) {
  int tail = atomic_load_explicit(&ring.tail, memory_order_relaxed);
  if (tail - ring.head_copy == SIZE) {
    ring.head_copy = atomic_load_explicit(&ring.head, memory_order_acquire);
    if (tail - ring.head_copy == SIZE)
      return 0;
  }
  ring.slots[tail % SIZE] = value;
  atomic_store_explicit(&ring.tail, tail + 1, RELEASE);
  return 1;
}

static int pop(int *value) {
  int head = atomic_load_explicit(&ring.head, memory_order_relaxed);
  if (head == ring.tail_copy) {
    ring.tail_copy = atomic_load_explicit(&ring.tail, memory_order_acquire);
    if (head == ring.tail_copy)
      return 0;
  }
  *value = ring.slots[head % SIZE];
  atomic_store_explicit(&ring.head, head + 1, RELEASE);
  return 1;
}

static void *produce(void *arg) {
  for (int i = 1; i <= ITEMS; i++)
    while (!push(i)) {
    }
  return NULL;
}

static void *consume(void *arg) {
  for (int i = 1; i <= ITEMS; i++) {
    int value;
    while (!pop(&value)) {
    }
    assert(value == i);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
