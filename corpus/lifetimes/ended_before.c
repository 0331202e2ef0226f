/*
 * An object has ended before the thread that uses it starts: a local variable of a function that has returned, or memory
 * that was freed (HEAP). With BETWEEN another thread has been joined before. With LIVES the function is called once more,
 * and the thread uses the variable while it exists.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int *place;
static pthread_mutex_t *mutex;
static void *uses(void *unused);

static void make(int starts) {
#ifdef ARRAY
  int local[4] = {1, 2, 3, 4};
  place = &local[2];
#elif defined(HEAP)
  place = malloc(sizeof(int));
  *place = 1;
  free(place);
#else
  int local = 1;
  place = &local;
#endif
  pthread_mutex_t own;
  pthread_mutex_init(&own, NULL);
  mutex = &own;
  if (starts) {
    pthread_t thread;
    pthread_create(&thread, NULL, uses, NULL);
    pthread_join(thread, NULL);
  }
}

static void *idle(void *unused) {
  return unused;
}

static void *uses(void *unused) {
  (void)unused;
#ifdef MUTEX
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
#elif defined(READS)
  static int copy;
  copy = *place;
#else
  *place = 2;
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
#ifdef BETWEEN
  pthread_create(&thread, NULL, idle, NULL);
  pthread_join(thread, NULL);
#else
  (void)idle;
#endif
  make(0);
#ifdef LIVES
  make(1);
  (void)thread;
#else
  pthread_create(&thread, NULL, uses, NULL);
  pthread_join(thread, NULL);
#endif
  return 0;
}
