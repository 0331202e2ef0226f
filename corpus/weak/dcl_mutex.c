/* Double-checked locking. -DWEAK makes the first check with a relaxed load. SC, TSO, PSO: loads stay in order. RC11:
 * who passes the first check has neither the mutex nor an acquire: a race on capacity. ARMv8: capacity may be read
 * before the flag. The second check may be relaxed: the mutex orders it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define FIRST_CHECK memory_order_relaxed
#else
#define FIRST_CHECK memory_order_acquire
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int initialised;
static int capacity;

static void initialise(void) {
  if (atomic_load_explicit(&initialised, FIRST_CHECK))
    return;
  pthread_mutex_lock(&mutex);
  if (!atomic_load_explicit(&initialised, memory_order_relaxed)) {
    capacity = 16;
    atomic_store_explicit(&initialised, 1, memory_order_release);
  }
  pthread_mutex_unlock(&mutex);
}

static void *use(void *arg) {
  initialise();
  assert(capacity == 16);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
