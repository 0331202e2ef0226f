/* C11 atomics do not race. */
#include <pthread.h>

#include <stdatomic.h>

static atomic_int count;

static void *worker(void *arg) {
  atomic_fetch_add(&count, 1);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
