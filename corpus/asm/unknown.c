/* A template that nobody taught us: refused, with its line. */
#include <pthread.h>

static unsigned low;

static void *work(void *arg) {
  unsigned high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high)); /* refused */
  return (void *)(long)high;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}
