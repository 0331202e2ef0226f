/* A mailbox for one letter, passed by exchange: each letter is received once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int box;
static int received[2];

static void *sender(void *arg) {
  atomic_store_explicit(&box, 4, memory_order_release);
  return NULL;
}

static void *receiver(void *arg) {
  received[(long)arg] = atomic_exchange_explicit(&box, 0, memory_order_acquire);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, (void *)0L);
  pthread_create(&c, NULL, receiver, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(received[0] + received[1] <= 4);
  return 0;
}
