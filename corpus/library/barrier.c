/* pthread_barrier: what both wrote before it, both see after it; one of them is told that it was the last. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int written[2], serial[2];

static void *work(void *arg) {
  long me = (long)arg;
  written[me] = 1;
  serial[me] = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
  assert(written[1 - me] == 1);
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(serial[0] + serial[1] == 1);
  pthread_barrier_destroy(&barrier);
  return 0;
}
