/* Wrong: a weak compare-and-swap may fail although the value is the expected one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *arg) {
  int expected = 0;
  assert(atomic_compare_exchange_weak(&x, &expected, 1));
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}
