/*
 * A thread publishes memory that it has allocated and not written to. Another thread may use it only if the allocation
 * happens before: under RC11, the pointer must be released and acquired. No model of hardware has this rule.
 *
 * WAY 0: malloc, relaxed. 1: calloc, relaxed. 2: a variable of the thread, relaxed. 3: realloc, relaxed.
 * 10 to 13: the same, released and acquired. 20: the pointer is passed on by a third variable, relaxed.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#if WAY < 10
enum { PUBLISH = memory_order_relaxed, READ = memory_order_relaxed };
#else
enum { PUBLISH = memory_order_release, READ = memory_order_acquire };
#endif

struct node {
  atomic_int value;
};

static _Atomic(struct node *) shared;
#if WAY == 20
static _Atomic(struct node *) passed;
#endif
static atomic_int seen;

static void *makes(void *unused) {
  (void)unused;
#if WAY % 10 == 2
  struct node own;
  struct node *node = &own;
#elif WAY % 10 == 1
  struct node *node = calloc(1, sizeof *node);
#elif WAY % 10 == 3
  struct node *node = realloc(malloc(4), sizeof *node);
#else
  struct node *node = malloc(sizeof *node);
#endif
  atomic_store_explicit(&shared, node, PUBLISH);
#if WAY % 10 == 2
  while (atomic_load(&seen) == 0);
#endif
  return NULL;
}

static void *uses(void *unused) {
  (void)unused;
#if WAY == 20
  struct node *node = atomic_load_explicit(&passed, memory_order_relaxed);
#else
  struct node *node = atomic_load_explicit(&shared, READ);
#endif
  if (node != NULL) atomic_store_explicit(&node->value, 1, memory_order_relaxed);
  atomic_store(&seen, 1);
  return NULL;
}

#if WAY == 20
static void *passes(void *unused) {
  (void)unused;
  atomic_store_explicit(&passed, atomic_load_explicit(&shared, memory_order_acquire), memory_order_relaxed);
  return NULL;
}
#endif

int main(void) {
  pthread_t maker, user;
  pthread_create(&maker, NULL, makes, NULL);
  pthread_create(&user, NULL, uses, NULL);
#if WAY == 20
  pthread_t passer;
  pthread_create(&passer, NULL, passes, NULL);
  pthread_join(passer, NULL);
#endif
  pthread_join(maker, NULL);
  pthread_join(user, NULL);
  return 0;
}
