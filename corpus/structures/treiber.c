/* A Treiber stack of malloc'ed nodes: two pushers, then what is left is counted. No value is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *_Atomic top;

static void *push(void *arg) {
  struct node *fresh = malloc(sizeof *fresh);
  fresh->value = (int)(long)arg;
  fresh->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&top, &fresh->next, fresh, memory_order_release,
                                                  memory_order_relaxed))
    ;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int sum = 0;
  pthread_create(&a, NULL, push, (void *)1L);
  pthread_create(&b, NULL, push, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (struct node *n = atomic_load(&top); n != NULL; n = n->next)
    sum += n->value;
  assert(sum == 3);
  return 0;
}
