/* xchg with memory is locked without a prefix: store buffering with xchg for the stores is SC. */
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int saw_x, saw_y;

static void store(volatile int *where, int value) {
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*where) : : "memory");
}

static void *left(void *arg) {
  store(&x, 1);
  saw_y = y;
  return NULL;
}

static void *right(void *arg) {
  store(&y, 1);
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
