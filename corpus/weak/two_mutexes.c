/* Each stores under a mutex, and looks at the other's flag afterwards. -DWEAK: two mutexes, which order nothing
 * between the threads. TSO, PSO: a mutex operation drains the buffers, so one of the two sees the other. RC11: a
 * mutex is acquire and release, no fence: both may see 0. ARMv8: STLR (unlock) lets the later LDR pass. With one
 * mutex for both, who comes second has acquired the first one's store. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define OTHER right
#else
#define OTHER left
#endif

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static atomic_int here, there;
static int saw[2];

static void *one(void *arg) {
  pthread_mutex_lock(&left);
  atomic_store_explicit(&here, 1, memory_order_relaxed);
  pthread_mutex_unlock(&left);
  saw[0] = atomic_load_explicit(&there, memory_order_relaxed);
  return NULL;
}

static void *other(void *arg) {
  pthread_mutex_lock(&OTHER);
  atomic_store_explicit(&there, 1, memory_order_relaxed);
  pthread_mutex_unlock(&OTHER);
  saw[1] = atomic_load_explicit(&here, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  (void)right;
  assert(saw[0] || saw[1]);
  return 0;
}
