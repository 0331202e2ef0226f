/* One that is in a section and one that is not. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int count;

static void *first(void *arg) {
  __VERIFIER_atomic_begin();
  count++;
  __VERIFIER_atomic_end();
  return 0;
}

static void *second(void *arg) {
  count = 5;
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
