/* A lock on one side, a spin loop on the other: the spinner has the lock that the one it waits for needs. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void *spins(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!atomic_load(&flag))
    ;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *sets(void *arg) {
  pthread_mutex_lock(&mutex);
  atomic_store(&flag, 1);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, spins, NULL);
  pthread_create(&b, NULL, sets, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
