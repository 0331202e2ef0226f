/* What the loop has counted is compared after it: only whether it has given up matters. -DBUG: it may have. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;
static int data;

static void *sets(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

static int await(unsigned char most) {
  size_t tries = 0;
  while (tries < most && !atomic_load_explicit(&flag, memory_order_acquire))
    tries++;
  return tries < most;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sets, NULL);
  int came = await(200);
#ifdef BUG
  assert(came);
#endif
  assert(!came || data == 1);
  pthread_join(t, NULL);
  return 0;
}
