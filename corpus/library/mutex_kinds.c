// The kind of a mutex is in its bytes, wherever these come from: an initialiser at run time, an assignment to memory of
// the heap, or a copy of a constant. An error-checking mutex finds that its thread holds it already.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifdef CHECKING
#define INITIALISER PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP
#elif defined NORMAL
#define INITIALISER PTHREAD_MUTEX_INITIALIZER
#else
#define INITIALISER PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
#endif

static int x;

static void twice(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
#ifdef CHECKING
  assert(pthread_mutex_lock(m) == EDEADLK);
  x++;
#else
  pthread_mutex_lock(m);
  x++;
  pthread_mutex_unlock(m);
#endif
  pthread_mutex_unlock(m);
}

static void *use(void *m) {
  twice(m);
  return NULL;
}

static void both(pthread_mutex_t *m) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, m);
  pthread_create(&b, NULL, use, m);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
}

static void *work(void *unused) {
  (void)unused;
#if defined LOCAL
  pthread_mutex_t m = INITIALISER;
  both(&m);
#elif defined HEAP
  pthread_mutex_t *m = malloc(sizeof *m);
  *m = (pthread_mutex_t)INITIALISER;
  both(m);
  free(m);
#elif defined MEMBER
  struct {
    int before;
    pthread_mutex_t m;
  } object = {1, INITIALISER};
  both(&object.m);
#elif defined COPY
  static const pthread_mutex_t constant = INITIALISER;
  pthread_mutex_t m;
  memcpy(&m, &constant, sizeof m);
  both(&m);
#elif defined GLOBAL
  static pthread_mutex_t m;
  m = (pthread_mutex_t)INITIALISER;
  both(&m);
#elif defined INITIALISED
  // Initialising it again takes the kind away.
  pthread_mutex_t m = INITIALISER;
  pthread_mutex_init(&m, NULL);
  both(&m);
#endif
  return NULL;
}

int main(void) {
#ifdef BESIDE
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
#else
  work(NULL);
#endif
}
