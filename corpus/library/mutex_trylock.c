/* pthread_mutex_trylock fails with EBUSY while another thread has the mutex. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int entered;

static void *locks(void *arg) {
  pthread_mutex_lock(&mutex);
  entered++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *tries(void *arg) {
  int result = pthread_mutex_trylock(&mutex);
  if (result == 0) {
    entered++;
    pthread_mutex_unlock(&mutex);
  } else {
    assert(result == EBUSY);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, locks, NULL);
  pthread_create(&b, NULL, tries, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(entered >= 1);
  return 0;
}
