/* A spin loop on a volatile variable; the flag may overtake the data under PSO. */
#include <assert.h>
#include <pthread.h>

static int data;
static volatile int flag;

static void *sets(void *arg) {
  data = 1;
  flag = 1;
  return NULL;
}

static void *waits(void *arg) {
  while (!flag)
    ;
  assert(data == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sets, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
