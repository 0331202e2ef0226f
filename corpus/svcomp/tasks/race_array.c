/* Neighbouring elements are different places. */
#include <pthread.h>

static char cells[2];

static void *first(void *arg) {
  cells[0] = 1;
  return 0;
}

static void *second(void *arg) {
  cells[1] = 1;
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
