/* A long loop of main when all threads have ended. */
#include <assert.h>
#include <pthread.h>

static int cells[2];

static void *work(void *arg) {
  cells[(long)arg] = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int sum = 0;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (int i = 0; i < 100; i++)
    sum += cells[i % 2];
  assert(sum == 100);
  return 0;
}
