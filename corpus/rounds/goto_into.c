/* A loop with two ways in: control flow is irreducible. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int wait_some(void) {
  int n = 0;
  if (atomic_load(&flag))
    goto middle;
first:
  n++;
middle:
  if (atomic_load(&flag))
    return 0;
  if (n < 3)
    goto first;
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
