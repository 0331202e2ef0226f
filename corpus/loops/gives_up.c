/* Gives up after a thousand tries: the other thread may be that slow. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *take_turn(void *arg) {
  int tries = 0;
  while (atomic_load_explicit(&turn, memory_order_acquire) != 1)
    assert(++tries <= 1000);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, take_turn, NULL);
  atomic_store_explicit(&turn, 1, memory_order_release);
  pthread_join(t, NULL);
  return 0;
}
