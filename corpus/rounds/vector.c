/* The count is an element of a vector. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

typedef int four __attribute__((vector_size(16)));

static int wait_some(void) {
  four n = {0, 0, 0, 0};
  const four step = {0, 0, 0, 1};
  while (!atomic_load(&flag)) {
    n += step;
    if (n[3] == 3)
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
