/* Two threads try to take one thing with a strong compare-and-swap: exactly one succeeds, the other learns who. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner;
static int won[3];

static void *take(void *arg) {
  int me = (int)(long)arg, expected = 0;
  won[me] = atomic_compare_exchange_strong(&owner, &expected, me);
  assert(won[me] || expected == 3 - me);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take, (void *)1L);
  pthread_create(&b, NULL, take, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(won[1] + won[2] == 1);
  return 0;
}
