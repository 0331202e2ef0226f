/* A reader-writer lock in one word: readers count up, a writer takes -1. -DBUG lets a reader in after a plain look. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;
static int left, right;

static void *writer(void *arg) {
  int nobody = 0;
  while (!atomic_compare_exchange_strong(&state, &nobody, -1))
    nobody = 0;
  left = 1;
  right = 1;
  atomic_store_explicit(&state, 0, memory_order_release);
  return NULL;
}

static void *reader(void *arg) {
#ifdef BUG
  while (atomic_load(&state) < 0)
    ;
  atomic_fetch_add(&state, 1);
#else
  for (;;) {
    int readers = atomic_load(&state);
    if (readers >= 0 && atomic_compare_exchange_strong(&state, &readers, readers + 1))
      break;
  }
#endif
  assert(left == right);
  atomic_fetch_sub(&state, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_create(&c, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
