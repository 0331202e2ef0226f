/* An unknown instruction: refused, with its line, if a thread gets there. */
#include <pthread.h>

static int reached = REACHED;

static void *work(void *arg) {
  unsigned value = 0;
  if (reached) __asm__ volatile("rdrand %0" : "=r"(value)); /* refused */
  return (void *)(long)value;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}
