/* The state is the function that is called next. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

typedef int (*state)(void *);

static int third(void *next) {
  return 3;
}

static int second(void *next) {
  *(state *)next = third;
  return 0;
}

static int first(void *next) {
  *(state *)next = second;
  return 0;
}

static int wait_some(void) {
  state next = first;
  while (!atomic_load(&flag)) {
    int rounds = next(&next);
    if (rounds != 0)
      return rounds;
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
