/* The loop changes a local variable and overwrites it before it is used, so that the state at the head differs once.
   The first thread reads the same values forever once x is 1.
   -DCAS: by a compare-and-swap. -DBEHIND: the other thread fails an assertion while the first one waits. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, seen;

static void *waits(void *arg) {
  int r = 0;
#ifdef BEHIND
  if (atomic_load(&x) == 1)
    atomic_store(&seen, 1);
#endif
#ifdef CAS
  do {
    r++;
    atomic_load(&y);
    r = 0;
  } while (!atomic_compare_exchange_strong(&x, &r, 2));
#else
  do {
    r = !r;
    if (atomic_load(&x) == 7)
      break;
    atomic_load(&y);
    r = atomic_load(&x);
  } while (r != 0);
#endif
  return NULL;
}

static void *sets(void *arg) {
  atomic_store(&x, 1);
#ifdef BEHIND
  assert(atomic_load(&seen) == 0);
#endif
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, sets, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
