/* A division by a shared number that another thread sets to zero. */
#include <pthread.h>

static volatile int divisor = 2;

static void *clears(void *arg) {
  divisor = 0;
  return NULL;
}

static void *divides(void *arg) {
  return (void *)(long)(10 / divisor); /* by zero */
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, clears, NULL);
  pthread_create(&b, NULL, divides, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
