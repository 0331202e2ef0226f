/* A failed assertion ends its thread; the other one runs on, and its own assertion fails as well. */
#include <assert.h>
#include <pthread.h>

static void *first(void *arg) {
  assert(arg != NULL && "first");
  return NULL;
}

static void *second(void *arg) {
  assert(arg != NULL && "second");
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
