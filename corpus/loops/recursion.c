/* Recursion instead of a loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static int descend(int depth) {
  if (depth == 0)
    return atomic_fetch_add(&x, 1);
  return descend(depth - 1) + 1;
}

static void *work(void *arg) {
  assert(descend(5) >= 5);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
