/* Test-and-set locks that are never released, unless RELEASE is defined: each attempt writes the same value. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock = 1, stop, tries;

/* with a way out that no thread takes */
void *stoppable(void *arg) {
  while (atomic_exchange(&lock, 1))
    if (atomic_load(&stop))
      break;
  return arg;
}

/* test, then test-and-set */
void *tests(void *arg) {
  while (atomic_load(&lock)) {
    if (atomic_exchange(&lock, 1) == 0)
      break;
  }
  return arg;
}

/* several ways out in one round */
void *limited(void *arg) {
  for (;;) {
    if (atomic_load(&tries) > 5)
      break;
    if (!atomic_exchange(&lock, 1))
      break;
    if (!atomic_load(&lock))
      continue;
  }
  return arg;
}

#ifdef RELEASE
void *releases(void *arg) {
  if (atomic_load(&lock) == 1)
    atomic_store(&lock, 0);
  return arg;
}
#endif

#ifndef A
#define A stoppable
#endif
#ifndef B
#define B stoppable
#endif

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, A, 0);
  pthread_create(&b, 0, B, 0);
#ifdef RELEASE
  pthread_t c;
  pthread_create(&c, 0, releases, 0);
  pthread_join(c, 0);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
