/* What main wrote before pthread_create is there for the thread, and what the thread wrote is there after the join. */
#include <assert.h>
#include <pthread.h>

static int before, after;

static void *child(void *arg) {
  assert(before == 1);
  after = 2;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  before = 1;
  pthread_create(&first, NULL, child, NULL);
  pthread_join(first, NULL);
  assert(after == 2);
  after = 0;
  pthread_create(&second, NULL, child, NULL);
  pthread_join(second, NULL);
  assert(after == 2);
  return 0;
}
