/* Tries 100 times before it waits for the lock. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void lock(void) {
  for (int i = 0; i < 100; i++) {
    if (pthread_mutex_trylock(&mutex) == 0)
      return;
    __builtin_ia32_pause();
  }
  pthread_mutex_lock(&mutex);
}

static void *work(void *arg) {
  lock();
  counter++;
  pthread_mutex_unlock(&mutex);
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
