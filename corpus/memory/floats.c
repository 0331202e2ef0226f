/* Doubles and floats in shared memory. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static double sum;
static float product = 1;

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  sum += 0.25 * (double)(long)arg;
  product *= 1.5f;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)1L);
  pthread_create(&b, NULL, work, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sum == 0.75 && product == 2.25f);
  return 0;
}
