/*
 * A detached thread may wait for ever: it ends with the program. It is created so or, with SELF, detaches itself. With JOIN
 * main joins it nevertheless. With ATTACHED it is not detached.
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *child(void *unused) {
#ifdef SELF
  pthread_detach(pthread_self());
#endif
#ifndef JOIN
  pthread_mutex_lock(&mutex);
  for (;;) pthread_cond_wait(&condition, &mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
#if defined(SELF) || defined(ATTACHED)
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
#else
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
#endif
  pthread_attr_setstacksize(&attributes, 1 << 20);
  pthread_create(&thread, &attributes, child, NULL);
#ifdef JOIN
  pthread_join(thread, NULL);
#endif
  return 0;
}
