/* Long loops over memory of the thread's own end. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int get(const int *p) {
  return *p;
}

static void *work(void *arg) {
  int *mine = calloc(1000, sizeof *mine);
  int sum = 0, n = 0;
  for (int i = 0; i < 1000; i++)
    sum += get(mine);
  for (int i = 0; i < 1000; i++)
    (void)get(mine);
  for (int i = 0; i < 100; i++)
    for (int k = 0; k < 20; k++)
      (void)get(&mine[k]);
  while (n < 200) {
    if (get(mine))
      break;
    n++;
  }
  assert(sum == 0 && n == 200);
  free(mine);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
