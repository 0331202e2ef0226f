/* The recursive call is the last thing that happens. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int spin(int n) {
  while (atomic_load(&flag) == 0) {
    if (n == 3)
      return 3;
    return spin(n + 1);
  }
  return 0;
}

static int wait_some(void) {
  return spin(0);
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
