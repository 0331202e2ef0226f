/* Message passing: data, then flag; the reader looks at data only if it sees the flag.
 * Under PSO the flag can overtake the data. -DFENCE, -DRELEASE and -DSTORE_FENCE repair it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef RELEASE
#define FLAG_ORDER memory_order_release
#else
#define FLAG_ORDER memory_order_relaxed
#endif

static atomic_int data, flag;

static void *sender(void *arg) {
  atomic_store_explicit(&data, 42, memory_order_relaxed);
#ifdef FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
#ifdef STORE_FENCE
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&flag, 1, FLAG_ORDER);
  return NULL;
}

static void *receiver(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire))
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
  return NULL;
}

int main(void) {
  pthread_t s, r;
  pthread_create(&s, NULL, sender, NULL);
  pthread_create(&r, NULL, receiver, NULL);
  pthread_join(s, NULL);
  pthread_join(r, NULL);
  return 0;
}
