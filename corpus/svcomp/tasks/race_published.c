/* A flag that is atomic orders the data. */
#include <pthread.h>

#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *first(void *arg) {
  data = 1;
  atomic_store(&ready, 1);
  return 0;
}

static void *second(void *arg) {
  if (atomic_load(&ready))
    data++;
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
