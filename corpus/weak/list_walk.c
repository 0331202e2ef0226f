/* A list whose elements are put in front while others walk it. -DWEAK walks it with relaxed loads. SC, TSO, PSO:
 * loads stay in order. RC11: reading key races with the store before the insertion. arm64 (without dependencies):
 * key and next of the new element may be read before head, so still 0. Acquire loads synchronise. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define WALK memory_order_relaxed
#else
#define WALK memory_order_acquire
#endif

struct element {
  int key;
  struct element *_Atomic next;
};

static struct element first = {1, NULL}, second;
static struct element *_Atomic head = &first;

static void *insert(void *arg) {
  second.key = 2;
  atomic_store_explicit(&second.next, &first, memory_order_relaxed);
  atomic_store_explicit(&head, &second, memory_order_release);
  return NULL;
}

static void *find(void *arg) {
  struct element *e = atomic_load_explicit(&head, WALK);
  while (e != NULL && e->key != 1)
    e = atomic_load_explicit(&e->next, WALK);
  assert(e == &first); /* it was there all the time */
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, insert, NULL);
  pthread_create(&b, NULL, find, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
