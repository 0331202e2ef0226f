/* Lamport's queue of one cell with volatile indices and no retry: what is found is right, under SC and TSO. */
#include <assert.h>
#include <pthread.h>

static volatile int full, cell;

static void *produce(void *arg) {
  if (!full) {
    cell = 5;
#ifdef FENCE
    __sync_synchronize();
#endif
    full = 1;
  }
  return NULL;
}

static void *consume(void *arg) {
  if (full)
    assert(cell == 5);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
