/* pause in a spin loop is only a hint: the loop waits. So are rep; nop and nop. */
#include <assert.h>
#include <pthread.h>

static volatile int flag, reply;

static void *asks(void *arg) {
  flag = 1;
  while (!reply)
    __asm__ volatile("pause" ::: "memory");
  return NULL;
}

static void *answers(void *arg) {
  while (!flag)
    __asm__ volatile("rep; nop" ::: "memory");
  __asm__ volatile("nop");
  reply = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, asks, NULL);
  pthread_create(&b, NULL, answers, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(flag && reply);
  return 0;
}
