/* A function of the program has the name of one that only waits. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int times;

void usleep(unsigned n) {
  if (n == 3)
    times = 3;
}

static int wait_some(void) {
  unsigned n = 0;
  while (!atomic_load(&flag)) {
    usleep(++n);
    if (times == 3)
      return 3;
  }
  return 0;
}

static void *set(void *arg) {
#ifndef NOBODY
  atomic_store(&flag, 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  int rounds = wait_some();
#ifdef NOBODY
  assert(rounds == 3);
#else
  assert(rounds != 3);
#endif
  pthread_join(t, NULL);
  return 0;
}
