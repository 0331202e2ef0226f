/* A spin lock made of an atomic_flag. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int counter;

static void *work(void *arg) {
  while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
    ;
  counter++;
  atomic_flag_clear_explicit(&taken, memory_order_release);
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
