/* In each of two rounds exactly one thread is told that it is the serial one; the data of a round is complete behind it. */
#include "../threads.h"

static pthread_barrier_t barrier;
static atomic_int serial;
static int part[2];

static void *works(void *arg) {
  int own = (int)(intptr_t)arg;
  for (int round = 1; round <= 2; round++) {
    part[own] = round;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
      atomic_fetch_add(&serial, 1);
    assert(part[0] == round && part[1] == round);
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, works, (void *)0);
  pthread_create(&b, NULL, works, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&serial) == 2);
  return 0;
}
