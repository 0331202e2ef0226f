/* A Treiber stack: one pusher, two poppers; nodes are not freed meanwhile. Each value comes out at most once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *_Atomic top;
static int popped[2];

static void push(int value) {
  struct node *fresh = malloc(sizeof *fresh);
  fresh->value = value;
  struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
  do
    fresh->next = old;
  while (!atomic_compare_exchange_strong_explicit(&top, &old, fresh, memory_order_release, memory_order_relaxed));
}

static void *pusher(void *arg) {
  push(2);
  return NULL;
}

static void *popper(void *arg) {
  struct node *old = atomic_load_explicit(&top, memory_order_acquire);
  while (old != NULL) {
    struct node *next = old->next;
    if (atomic_compare_exchange_strong_explicit(&top, &old, next, memory_order_acquire, memory_order_acquire)) {
      popped[(long)arg] = old->value;
      break;
    }
  }
  return NULL;
}

int main(void) {
  push(1);
  pthread_t a, b, c;
  pthread_create(&a, NULL, pusher, NULL);
  pthread_create(&b, NULL, popper, (void *)0L);
  pthread_create(&c, NULL, popper, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(popped[0] == 0 || popped[0] != popped[1]);
  return 0;
}
