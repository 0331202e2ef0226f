/* lock inc and lock dec; -DNO_LOCK leaves the prefix out, and then increments get lost. */
#include <assert.h>
#include <pthread.h>
#ifdef NO_LOCK
#define LOCK ""
#else
#define LOCK "lock; "
#endif

static int counter;

static void *up(void *arg) {
  __asm__ volatile(LOCK "incl %0" : "+m"(counter) : : "memory", "cc");
  return NULL;
}

static void *down(void *arg) {
  __asm__ volatile(LOCK "decl %0" : "+m"(counter) : : "memory", "cc");
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, up, NULL);
  pthread_create(&b, NULL, up, NULL);
  pthread_create(&c, NULL, down, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(counter == 1);
  return 0;
}
