/* A program defines the function itself, and it does nothing. */
#include <pthread.h>

void reach_error(void) {}

static int x;

static void *first(void *arg) {
  x = 1;
  return 0;
}

static void *second(void *arg) {
  if (x == 1)
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
