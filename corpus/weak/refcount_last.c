/* A reference count: who drops the last reference looks at the object for a last time. -DWEAK drops with release
 * only. SC, TSO, PSO: an atomic comes before what follows it, and a releasing one drains the buffers. RC11: the last
 * one does not acquire what the others released: a race on used. ARMv8: used may be read before the count. acq_rel
 * is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define DROP memory_order_release
#else
#define DROP memory_order_acq_rel
#endif

static atomic_int references = 2;
static int used[2];

static void *user(void *arg) {
  used[(long)arg] = 1;
  if (atomic_fetch_sub_explicit(&references, 1, DROP) == 1)
    assert(used[0] && used[1]); /* the last one cleans up after all */
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, (void *)0L);
  pthread_create(&b, NULL, user, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
