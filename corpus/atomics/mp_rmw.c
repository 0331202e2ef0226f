/* Message passing where the flag is raised by a read-modify-write of order -DORDER: relaxed ones leave the data behind
 * under PSO, release ones do not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ORDER
#define ORDER memory_order_relaxed
#endif

static atomic_int data, flag;

static void *sender(void *arg) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_fetch_or_explicit(&flag, 1, ORDER);
  return NULL;
}

static void *receiver(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire))
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
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
