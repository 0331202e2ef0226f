/* The failure is in the tenth iteration: a smaller bound does not find it, and says so. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *arg) {
  for (int i = 1; i <= 10; i++) {
    atomic_store(&x, i);
    assert(i < 10);
  }
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}
