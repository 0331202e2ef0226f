/* A ticket lock: a thread draws a number and waits until it is called. All operations are seq_cst. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint tickets, called;
static int counter;

static void *work(void *unused) {
  unsigned mine = atomic_fetch_add(&tickets, 1);
  while (atomic_load(&called) != mine) {
  }
  counter++;
  atomic_store(&called, mine + 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
