/* Each round except the first writes the same value. No thread writes 1. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *changes(void *arg) {
  while (atomic_load(&x) != 1)
    atomic_exchange(&x, 2);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, changes, 0);
  pthread_join(thread, 0);
  return 0;
}
