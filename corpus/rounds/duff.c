/* A switch into the middle of a loop, as in Duff's device. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int wait_some(void) {
  int left = 3, rounds = 0;
  switch (left % 2) {
    while (1) {
    case 0:
      if (atomic_load(&flag))
        return 0;
      rounds++;
      left--;
    case 1:
      if (atomic_load(&flag))
        return 0;
      rounds++;
      left--;
      if (left <= 0)
        return rounds;
    }
  }
  return -1;
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
