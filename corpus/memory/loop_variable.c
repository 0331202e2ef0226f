/* Wrong: each thread gets the address of the loop variable, which main changes meanwhile. */
#include <assert.h>
#include <pthread.h>

static int seen[3];

static void *work(void *arg) {
  seen[*(int *)arg] = 1;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, &i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(seen[0] && seen[1]);
  return 0;
}
