/* How fast it counts depends on what it reads: it passes over the one value that it must not have. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *sets(void *arg) {
  atomic_store(&flag, 1);
  atomic_store(&flag, 2);
  return NULL;
}

int main(void) {
  pthread_t t;
  int count = 0;
  pthread_create(&t, NULL, sets, NULL);
  for (;;) {
    int now = atomic_load(&flag);
    if (now == 2)
      break;
    count += now == 1 ? 3 : 2;
    assert(count != 7);
    if (count > 12)
      break;
  }
  pthread_join(t, NULL);
  return 0;
}
