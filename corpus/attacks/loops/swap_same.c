/* A compare-and-swap that succeeds in writing what was there, by two threads, until a flag: without it they never end. */
#include "../threads.h"

static atomic_int word = 5, flag;

static void *spins(void *arg) {
  while (!atomic_load(&flag)) {
    int five = 5;
    atomic_compare_exchange_strong(&word, &five, 5);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, spins, NULL);
  pthread_create(&b, NULL, spins, NULL);
#ifdef SET
  atomic_store(&flag, 1);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
