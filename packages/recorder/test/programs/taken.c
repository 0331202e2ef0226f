/* A spin lock that nobody gives back: its waiter changes nothing, though it writes. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int taken = 1;

static void *wait_for_it(void *unused) {
  while (atomic_exchange(&taken, 1)) sched_yield();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_it, NULL);
  while (atomic_exchange(&taken, 1)) {}
  return 0;
}
