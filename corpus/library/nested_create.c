/* A thread starts threads of its own. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum;

static void *leaf(void *arg) {
  atomic_fetch_add(&sum, 1);
  return NULL;
}

static void *branch(void *arg) {
  pthread_t left, right;
  pthread_create(&left, NULL, leaf, NULL);
  pthread_create(&right, NULL, leaf, NULL);
  pthread_join(left, NULL);
  pthread_join(right, NULL);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, branch, NULL);
  pthread_join(t, NULL);
  assert(atomic_load(&sum) == 2);
  return 0;
}
