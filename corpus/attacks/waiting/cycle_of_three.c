/* Three threads, three mutexes, each taken by two: a cycle; if the third takes them the other way round there is none. */
#include "../threads.h"

static pthread_mutex_t mutex[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *takes(void *arg) {
  int first = (int)(intptr_t)arg, second = (first + 1) % 3;
#ifdef BROKEN
  if (second < first) {
    second = first;
    first = 0;
  }
#endif
  pthread_mutex_lock(&mutex[first]);
  pthread_mutex_lock(&mutex[second]);
  pthread_mutex_unlock(&mutex[second]);
  pthread_mutex_unlock(&mutex[first]);
  return NULL;
}

int main(void) {
  pthread_t thread[3];
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, takes, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
