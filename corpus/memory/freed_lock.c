/* A mutex is freed with the object around it while another thread may want it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *mutex;

static void *locks(void *arg) {
  pthread_mutex_lock(mutex); /* may be freed */
  pthread_mutex_unlock(mutex);
  return NULL;
}

static void *frees(void *arg) {
  free(mutex);
  return NULL;
}

int main(void) {
  mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, NULL);
  pthread_t a, b;
  pthread_create(&a, NULL, locks, NULL);
  pthread_create(&b, NULL, frees, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
