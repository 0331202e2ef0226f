/* The entry of Dekker's mutual exclusion: each thread raises its flag, then looks at the other's.
 * With store buffers both may look before either flag is up; -DFENCE keeps them apart. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static atomic_int inside;

static void *enter(void *arg) {
  long me = (long)arg;
  atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
#ifdef FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
  if (atomic_load_explicit(&flag[1 - me], memory_order_relaxed) == 0) {
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, enter, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
