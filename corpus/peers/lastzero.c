/* lastzero(N): one thread looks from a[N] down for the last zero while N threads do a[j] = a[j-1] + 1.
 * How far the search goes depends on the interleaving. */
#include <pthread.h>
#ifndef N
#define N 5
#endif

static volatile int a[N + 1];

static void *search(void *arg) {
  int i = N;
  while (a[i] != 0)
    i--;
  return NULL;
}

static void *bump(void *arg) {
  long j = (long)arg;
  a[j] = a[j - 1] + 1;
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[0], NULL, search, NULL);
  for (long j = 1; j <= N; j++)
    pthread_create(&threads[j], NULL, bump, (void *)j);
  for (int j = 0; j <= N; j++)
    pthread_join(threads[j], NULL);
  return 0;
}
