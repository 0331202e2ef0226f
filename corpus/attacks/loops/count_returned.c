/* The count of rounds matters only to main, as the value of the thread: two rounds are possible. */
#include "../threads.h"

static volatile int flag;

static void *spins(void *arg) {
  intptr_t count = 0;
  while (!flag)
    count++;
  return (void *)count;
}

int main(void) {
  pthread_t a;
  void *count;
  pthread_create(&a, NULL, spins, NULL);
  flag = 1;
  pthread_join(a, &count);
  assert((intptr_t)count < 2); /* fails */
  return 0;
}
