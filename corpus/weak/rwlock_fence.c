/* Two readers of one lock: each announces itself before it locks, and looks at the other inside. -DWEAK relies on the
 * lock to order the two. SC, TSO, PSO: taking a lock drains the stores. RC11, ARMv8: taking a lock for reading acquires
 * and releases nothing, so if both are inside, neither has to see the other. The fences forbid that. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define FENCE
#else
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int here[2], saw[2];

static void visit(int me) {
  atomic_store_explicit(&here[me], 1, memory_order_relaxed);
  FENCE;
  pthread_rwlock_rdlock(&lock);
  saw[me] = atomic_load_explicit(&here[1 - me], memory_order_relaxed);
  pthread_rwlock_unlock(&lock);
}

static void *other(void *arg) {
  visit(1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  visit(0);
  pthread_join(thread, NULL);
  assert(saw[0] || saw[1]);
  return 0;
}
