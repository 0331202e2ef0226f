/* sfence keeps the stores of message passing in order, also under PSO. */
#include <assert.h>
#include <pthread.h>

static volatile int data, flag;

static void *sender(void *arg) {
  data = 1;
  __asm__ volatile("sfence" ::: "memory");
  flag = 1;
  return NULL;
}

static void *receiver(void *arg) {
  if (flag)
    assert(data == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
