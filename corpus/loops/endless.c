/* A thread that never stops counting: no bound is large enough. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint counter;

static void *work(void *arg) {
  for (;;)
    atomic_fetch_add(&counter, 1);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}
