/* A plain message behind a flag. -DWEAK looks at the flag with a relaxed load: it synchronises with nothing. SC,
 * TSO, PSO: loads stay in order, and the release store in its place. RC11: the two accesses of message race. ARMv8:
 * LDR; LDR are not ordered, so message is still 0. With acquire, the load synchronises (RC11) and is LDAPR. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif

static int message;
static atomic_int sent;

static void *sender(void *arg) {
  message = 42;
  atomic_store_explicit(&sent, 1, memory_order_release);
  return NULL;
}

static void *receiver(void *arg) {
  if (atomic_load_explicit(&sent, LOOK))
    assert(message == 42);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
