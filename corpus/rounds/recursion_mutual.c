/* Two functions with loops call one another. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int odd(int n);

static int even(int n) {
  for (int i = 0; i < 2; i++) {
    if (atomic_load(&flag))
      return -1;
    if (n > 0 && odd(n - 1) < 0)
      return -1;
  }
  return n;
}

static int odd(int n) {
  for (int i = 0; i < 2; i++) {
    if (atomic_load(&flag) || even(n - 1) < 0)
      return -1;
  }
  return n;
}

static int wait_some(void) {
  return even(2) == 2 ? 3 : 0;
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
