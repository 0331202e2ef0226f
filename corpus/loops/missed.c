/* A flag goes up and down again: who looks too late waits for ever. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *blinks(void *arg) {
  atomic_store(&flag, 1);
  atomic_store(&flag, 0);
  return NULL;
}

static void *waits(void *arg) {
  while (!atomic_load(&flag))
    ;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, blinks, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
