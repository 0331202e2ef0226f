// A node is stored into before each attempt to publish it. Only the last of these stores can be seen, so a failed
// attempt is as if the thread had come later.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

struct node {
  struct node *next;
  int value;
};

static _Atomic(struct node *) top;

static void push(struct node *node) {
#ifdef READS_AGAIN
  struct node *head;
  do {
    head = atomic_load_explicit(&top, memory_order_relaxed);
    node->next = head;
  } while (!atomic_compare_exchange_weak_explicit(&top, &head, node, memory_order_release, memory_order_relaxed));
#else
  struct node *head = atomic_load_explicit(&top, memory_order_relaxed);
  do
    node->next = head;
  while (!atomic_compare_exchange_strong_explicit(&top, &head, node, memory_order_release, memory_order_relaxed));
#endif
}

static int pop(void) {
  struct node *head = atomic_load_explicit(&top, memory_order_acquire);
  while (head)
    if (atomic_compare_exchange_strong_explicit(&top, &head, head->next, memory_order_acquire, memory_order_acquire))
      return head->value;
  return 0;
}

static void *thread(void *argument) {
  struct node *node = malloc(sizeof *node);
  node->value = 1 + (int)(long)argument;
  push(node);
  assert(pop() != 0);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, thread, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
