/* Only if the setter comes before the swap does the loop go on for ever: other executions end. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *loops(void *arg) {
  atomic_exchange(&y, 1);
  while (atomic_fetch_or(&x, 1) != 3) {
    if (atomic_load(&y) == 1)
      break;
  }
  return arg;
}

void *sets(void *arg) {
  atomic_store(&y, 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, loops, 0);
  pthread_create(&b, 0, sets, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
