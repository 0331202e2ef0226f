/* Test and test-and-set: a round of the outer loop writes what is there, then reads that the lock is free. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int counter;

void *increments(void *arg) {
  while (atomic_exchange(&lock, 1))
    while (atomic_load(&lock));
  counter++;
  atomic_store_explicit(&lock, 0, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, increments, 0);
  pthread_create(&b, 0, increments, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
