/* Twenty stores in a loop: bounded by --unroll, as it is no spin loop. */
#include <pthread.h>

static volatile int x;

static void *work(void *arg) {
  for (int i = 0; i < 20; i++)
    x = i;
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}
