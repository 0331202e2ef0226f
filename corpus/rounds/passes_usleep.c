/* The address of a function that only waits is an argument. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int flag;

static int full;

static void tell(int (*how)(unsigned), int n) {
  if (n == 3)
    full = 1;
}

static int wait_some(void) {
  void (*call)(int (*)(unsigned), int) = tell;
  int n = 0;
  while (!atomic_load(&flag)) {
    call(usleep, ++n);
    if (full)
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
