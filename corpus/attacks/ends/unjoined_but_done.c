/* Threads that are not joined but end by themselves are no deadlock. */
#include "../threads.h"

static int one, two;

static void *first(void *arg) {
  one = 1;
  return NULL;
}

static void *second(void *arg) {
  two = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  return 0;
}
