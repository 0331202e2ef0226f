/* What was counted is used long after the loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int wait_some(void) {
  int n = 0;
  while (!atomic_load(&flag) && n < 3)
    n++;
  int result = 0;
  for (int i = 0; i < n; i++)
    result += i;
  return result;
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
