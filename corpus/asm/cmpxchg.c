/* lock cmpxchg as a spin lock: failed attempts wait, so there is one trace for each order. */
#include <assert.h>
#include <pthread.h>

static volatile int taken;
static int counter;

static int compare_and_swap(volatile int *where, int expected, int desired) {
  int old;
  __asm__ volatile("lock; cmpxchgl %2, %1" : "=a"(old), "+m"(*where) : "r"(desired), "0"(expected) : "memory", "cc");
  return old;
}

static void *work(void *arg) {
  while (compare_and_swap(&taken, 0, 1) != 0)
    ;
  counter++;
  __asm__ volatile("" ::: "memory");
  compare_and_swap(&taken, 1, 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
