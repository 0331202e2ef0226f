/* Each round recurses deeper than the one before. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int spin(int depth) {
  int n = 0;
  while (n < depth) {
    if (atomic_load(&flag))
      return -1;
    if (spin(n) < 0)
      return -1;
    n++;
  }
  return n;
}

static int wait_some(void) {
  return spin(3);
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
