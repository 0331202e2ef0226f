/* To abort is no error. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static int x;

static void *first(void *arg) {
  x = 1;
  return 0;
}

static void *second(void *arg) {
  if (x == 1)
    abort();
  __VERIFIER_assert(x == 0 || x == 1);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
