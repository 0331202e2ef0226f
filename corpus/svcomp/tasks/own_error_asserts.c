/* Defined by an assertion, which is not reached. */
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static int x;

static void *first(void *arg) {
  x = 1;
  return 0;
}

static void *second(void *arg) {
  if (x == 2)
    reach_error();
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
