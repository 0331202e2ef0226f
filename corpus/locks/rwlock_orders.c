/* A reader-writer lock in one word, with the orders that it needs: who takes it acquires, who leaves it releases. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;
static int left, right;

static void *enter(void *arg) {
  if (arg != NULL) {
    int nobody = 0;
    while (!atomic_compare_exchange_weak_explicit(&state, &nobody, -1, memory_order_acquire, memory_order_relaxed))
      nobody = 0;
    left++;
    right++;
    atomic_store_explicit(&state, 0, memory_order_release);
  }
  int readers = atomic_load_explicit(&state, memory_order_relaxed);
  while (readers < 0 || !atomic_compare_exchange_weak_explicit(&state, &readers, readers + 1, memory_order_acquire,
                                                               memory_order_relaxed))
    readers = atomic_load_explicit(&state, memory_order_relaxed);
  assert(left == right);
  atomic_fetch_sub_explicit(&state, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, (void *)0L);
  pthread_create(&b, NULL, enter, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
