/* Code that should not be reached is, in some executions. -DTRAP uses __builtin_trap. */
#include <pthread.h>

static volatile int state;

static void *sets(void *arg) {
  state = 1;
  return NULL;
}

static void *looks(void *arg) {
  if (state == 1)
#ifdef TRAP
    __builtin_trap();
#else
    __builtin_unreachable();
#endif
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sets, NULL);
  pthread_create(&b, NULL, looks, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
