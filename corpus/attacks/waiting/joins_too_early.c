/* main joins the thread before it sets the flag that the thread waits for. */
#include "../threads.h"

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
  flag = 1;
  return 0;
}
