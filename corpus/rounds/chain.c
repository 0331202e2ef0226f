/* What is read in one round is used three rounds later. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int wait_some(void) {
  int a = 0, b = 0, c = 0;
  while (!c) {
    if (atomic_load(&flag))
      return 0;
    c = b;
    b = a;
    a = 1;
  }
  return 3;
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
