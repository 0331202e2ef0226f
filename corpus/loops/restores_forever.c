/* Each iteration writes to shared memory and undoes it, and reads its own write. Nothing ends the loop if main is first.
   -DSTORES: with stores and a load instead of exchanges. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, inside;

static void *waits(void *arg) {
  atomic_exchange(&flag, 1);
  while (atomic_load(&flag) != 0) {
#ifdef STORES
    atomic_store(&inside, 1);
    atomic_load(&inside);
    atomic_store(&inside, 0);
#else
    atomic_exchange(&inside, 1);
    atomic_exchange(&inside, 0);
#endif
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waits, NULL);
  atomic_store(&flag, 0);
  pthread_join(t, NULL);
  return 0;
}
