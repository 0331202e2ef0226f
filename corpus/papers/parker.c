/* Park and unpark of a virtual machine. A permit that is consumed in a store buffer is seen by the other side as still
 * there: no signal is sent, then the store erases the new permit, and the thread sleeps for ever. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static volatile int permit = 1, ready;

static void park(void) {
  if (permit > 0) {
    permit = 0;
#ifdef FENCE
    __sync_synchronize();
#endif
    return;
  }
  if (pthread_mutex_trylock(&mutex) != 0)
    return;
  if (permit == 0)
    pthread_cond_wait(&cond, &mutex);
  permit = 0;
  pthread_mutex_unlock(&mutex);
}

static void unpark(void) {
  pthread_mutex_lock(&mutex);
  int before = permit;
  permit = 1;
  pthread_mutex_unlock(&mutex);
  if (before == 0)
    pthread_cond_signal(&cond);
}

static void *sleeper(void *arg) {
  while (!ready)
    park();
  return NULL;
}

static void *waker(void *arg) {
  ready = 1;
  unpark();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sleeper, NULL);
  pthread_create(&b, NULL, waker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
