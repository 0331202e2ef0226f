/* N philosophers, each takes the left fork first: all may starve. -DLEFTY lets the last one begin on the other side. */
#include <pthread.h>
#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];

static void *eat(void *arg) {
  long left = (long)arg, right = (left + 1) % N;
#ifdef LEFTY
  if (right < left) {
    right = left;
    left = 0;
  }
#endif
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_mutex_init(&forks[i], NULL);
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, eat, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
