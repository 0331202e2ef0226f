/* The loop is in a function that pthread_once calls, from a loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int rounds;

static void spin(void) {
  for (int i = 0; i < 3; i++) {
    if (atomic_load(&flag))
      return;
    rounds++;
  }
}

static int wait_some(void) {
  pthread_once_t once[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
  for (int i = 0; i < 2; i++) {
    rounds = 0;
    pthread_once(&once[i], spin);
  }
  return rounds;
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
