/* Waits for a flag that no thread raises. */
#include <pthread.h>

static volatile int flag;

static void *waits(void *arg) {
  while (!flag)
    ;
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, waits, NULL);
  pthread_join(a, NULL);
  return 0;
}
