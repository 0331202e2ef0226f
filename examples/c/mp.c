/* Message passing: the data first, then the flag that says it is there. All accesses are relaxed.
 * -DRELEASE orders the stores, -DACQUIRE the loads. Where loads stay in order (PSO), the former is enough. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef RELEASE
#define STORE memory_order_release
#else
#define STORE memory_order_relaxed
#endif
#ifdef ACQUIRE
#define LOAD memory_order_acquire
#else
#define LOAD memory_order_relaxed
#endif

static atomic_int data, flag;

static void *send(void *arg) {
  atomic_store_explicit(&data, 42, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, STORE);
  return NULL;
}

static void *receive(void *arg) {
  while (!atomic_load_explicit(&flag, LOAD))
    ; /* a loop like this waits: it is not unrolled */
  int found = atomic_load_explicit(&data, memory_order_relaxed);
  assert(found == 42);
  return NULL;
}

int main(void) {
  pthread_t sender, receiver;
  pthread_create(&sender, NULL, send, NULL);
  pthread_create(&receiver, NULL, receive, NULL);
  pthread_join(sender, NULL);
  pthread_join(receiver, NULL);
  return 0;
}
