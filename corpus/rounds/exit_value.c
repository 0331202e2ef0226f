/* The thread leaves the loop by pthread_exit, with the count. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *count(void *arg) {
  long n = 0;
  while (!atomic_load(&flag)) {
    if (++n == 3)
      pthread_exit((void *)n);
  }
  return NULL;
}

static int wait_some(void) {
  pthread_t t;
  void *n;
  pthread_create(&t, NULL, count, NULL);
  pthread_join(t, &n);
  return (int)(long)n;
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
