/* The pointer may not be there yet. */
#include <pthread.h>

static int x;
static int *p;

static void *first(void *arg) {
  p = &x;
  return 0;
}

static void *second(void *arg) {
  *p = 1;
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
