/*
 * A thread uses a local variable of a function of another thread, which returns meanwhile. With JOINED it waits. With
 * STORES the thread only writes there; with AGAIN the function is called twice, and is right each time.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static void *uses(void *local) {
#ifdef STORES
  *(int *)local = 6;
#else
  assert(*(int *)local == 5);
#endif
  return NULL;
}

static pthread_t start(void) {
  int local = 5;
  pthread_t thread;
  pthread_create(&thread, NULL, uses, &local);
#if defined(JOINED) || defined(AGAIN)
  pthread_join(thread, NULL);
#endif
  return thread;
}

static void *outer(void *unused) {
  pthread_t thread = start();
#ifdef AGAIN
  start();
#elif !defined(JOINED)
  pthread_join(thread, NULL);
#endif
  (void)thread;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, outer, NULL);
  pthread_join(thread, NULL);
  return 0;
}
