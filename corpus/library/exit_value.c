/* What a thread passes to pthread_exit is what it read: each of the values can be joined. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_long x;

static void leave(long value) { pthread_exit((void *)(value + 1)); }

static void *reads(void *arg) {
  leave(atomic_load(&x) + 10 * atomic_load(&x));
  return NULL;
}

static void *writes(void *arg) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  void *seen, *also;
  pthread_create(&a, NULL, reads, NULL);
  pthread_create(&b, NULL, writes, NULL);
  pthread_create(&c, NULL, reads, NULL);
  pthread_join(a, &seen);
  pthread_join(b, NULL);
  pthread_join(c, &also);
  assert((long)seen >= 1 && (long)seen <= 23 && (long)also <= 23);
  return 0;
}
