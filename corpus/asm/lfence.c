/* lfence does not keep a load behind an earlier store. */
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int saw_x, saw_y;

static void *left(void *arg) {
  x = 1;
  __asm__ volatile("lfence" ::: "memory");
  saw_y = y;
  return NULL;
}

static void *right(void *arg) {
  y = 1;
  __asm__ volatile("lfence" ::: "memory");
  saw_x = x;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(saw_x || saw_y);
  return 0;
}
