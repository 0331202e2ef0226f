/* Two labels that jump to one another from a third: no head is on all ways. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int wait_some(void) {
  int n = 0, m = 0;
start:
  if (n > m)
    goto b;
a:
  if (atomic_load(&flag))
    return 0;
  n++;
  if (n == 3)
    return 3;
b:
  if (atomic_load(&flag))
    return 0;
  m++;
  if (m < 2)
    goto a;
  goto start;
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
