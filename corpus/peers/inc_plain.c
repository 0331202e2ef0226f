/* The same counter without atomics: increments get lost, under every model. */
#include <assert.h>
#include <pthread.h>

static int counter;

static void *increment(void *arg) {
  counter = counter + 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
