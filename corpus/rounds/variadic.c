/* The position in a list of arguments moves on. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdarg.h>

static atomic_int flag;

static int spin(int first, ...) {
  va_list list;
  va_start(list, first);
  int rounds = 0;
  while (!atomic_load(&flag)) {
    if (va_arg(list, int) == 3) {
      rounds = 3;
      break;
    }
  }
  va_end(list);
  return rounds;
}

static int wait_some(void) {
  return spin(0, 1, 2, 3);
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
