/* A queue for one producer and one consumer. The producer fills a slot, then moves `head`; the consumer reads the slot,
 * then moves `tail`. -DRELEASE publishes with release stores, as it should be. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 2
#define VALUES 3
#ifdef RELEASE
#define PUBLISH memory_order_release
#else
#define PUBLISH memory_order_relaxed
#endif

static int slot[SLOTS];
static atomic_uint head, tail;

static void *produce(void *arg) {
  for (unsigned i = 0; i < VALUES; i++) {
    while (i - atomic_load_explicit(&tail, memory_order_acquire) == SLOTS)
      ; /* full */
    slot[i % SLOTS] = 10 + (int)i;
    atomic_store_explicit(&head, i + 1, PUBLISH);
  }
  return NULL;
}

static void *consume(void *arg) {
  for (unsigned i = 0; i < VALUES; i++) {
    while (atomic_load_explicit(&head, memory_order_acquire) == i)
      ; /* empty */
    assert(slot[i % SLOTS] == 10 + (int)i);
    atomic_store_explicit(&tail, i + 1, PUBLISH);
  }
  return NULL;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  return 0;
}
