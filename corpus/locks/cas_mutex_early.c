/* A mutex whose holder lets go one statement too early: wrong under every model. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int counter;

static void *work(void *arg) {
  int nobody = 0;
  while (!atomic_compare_exchange_strong(&taken, &nobody, 1))
    nobody = 0;
  int seen = counter;
  atomic_store(&taken, 0);
  counter = seen + 1;
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
