/* A thousand iterations in a thread that touch nothing shared. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long sum;

static void *work(void *arg) {
  long mine = 0;
  for (int i = 0; i < 1000; i++)
    mine += i;
  atomic_fetch_add(&sum, mine);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&sum) == 999000);
  return 0;
}
