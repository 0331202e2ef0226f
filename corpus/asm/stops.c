/* Instructions that stop the program, where a thread may or may not get. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *work(void *arg) {
  if (__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST) == AT) __asm__ volatile(STOP);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
}
