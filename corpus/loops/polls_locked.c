/* Waits for a flag that is read under a lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, data;
static atomic_int noticed;

static void *waits(void *arg) {
#ifdef HOLDS
  pthread_mutex_lock(&m);
  while (!ready) {
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
  }
  assert(data == 1);
  pthread_mutex_unlock(&m);
#else
  for (int done = 0; !done;) {
    pthread_mutex_lock(&m);
    done = ready;
    pthread_mutex_unlock(&m);
  }
  assert(data == 1);
#endif
  return NULL;
}

static void *sets(void *arg) {
#ifdef NOTICES
  /* Ends only while the other thread is in an iteration. */
  while (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
  noticed = 1;
#endif
  data = 1;
#ifdef WRONG
  data = 2;
#endif
  pthread_mutex_lock(&m);
#ifndef NEVER
  ready = 1;
#endif
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, waits, NULL);
  pthread_create(&t, NULL, sets, NULL);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  assert(!noticed); /* fails with NOTICES */
  return 0;
}
