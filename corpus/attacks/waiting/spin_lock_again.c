/* A spin lock that its owner locks again. */
#include "../threads.h"

static pthread_spinlock_t lock;

static void *locks(void *arg) {
  pthread_spin_lock(&lock);
  if (pthread_spin_trylock(&lock) != 0)
    pthread_spin_lock(&lock);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  together(locks, other);
  return 0;
}
