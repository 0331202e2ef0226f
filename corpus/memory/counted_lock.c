/* The last of two owners frees an object with the mutex in it. */
#include <pthread.h>
#include <stdlib.h>

static struct counted {
  pthread_mutex_t mutex;
  int count;
} *object;

static void *release(void *arg) {
  pthread_mutex_lock(&object->mutex);
  int last = --object->count == 0;
#ifdef EARLY
  if (last) free(object);
  pthread_mutex_unlock(&object->mutex);
#else
  pthread_mutex_unlock(&object->mutex);
  if (last) free(object);
#endif
  return NULL;
}

int main(void) {
  object = malloc(sizeof *object);
  pthread_mutex_init(&object->mutex, NULL);
  object->count = 2;
  pthread_t a, b;
  pthread_create(&a, NULL, release, NULL);
  pthread_create(&b, NULL, release, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
