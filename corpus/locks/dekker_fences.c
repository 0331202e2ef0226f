/* Dekker's algorithm with a fence after each store of a flag, and relaxed operations otherwise (J. Preshing, 2012). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_long turn;
static int inside;

static void *enter(void *arg) {
  long me = (long)arg, other = 1 - me;
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  while (atomic_load_explicit(&wants[other], memory_order_relaxed)) {
    if (atomic_load_explicit(&turn, memory_order_relaxed) != me) {
      atomic_store_explicit(&wants[me], 0, memory_order_relaxed);
      while (atomic_load_explicit(&turn, memory_order_relaxed) != me)
        ;
      atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
      atomic_thread_fence(memory_order_seq_cst);
    }
  }
  atomic_thread_fence(memory_order_acquire);
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store_explicit(&turn, other, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&wants[me], 0, memory_order_relaxed);
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
