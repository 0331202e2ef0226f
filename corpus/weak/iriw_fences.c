/* Two logs, two auditors with a fence between their loads: acquire with -DWEAK, else seq_cst. SC, TSO, PSO: loads
 * stay in order, stores become visible to all others at once. ARMv8: DMB ISHLD orders the loads, and the machine is
 * multi-copy atomic: safe. RC11: an acquire fence orders one thread only; seq_cst fences all. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define FENCE memory_order_acquire
#else
#define FENCE memory_order_seq_cst
#endif

static atomic_int east, west;
static int saw[2][2];

static void *write_east(void *arg) {
  atomic_store_explicit(&east, 1, memory_order_relaxed);
  return NULL;
}

static void *write_west(void *arg) {
  atomic_store_explicit(&west, 1, memory_order_relaxed);
  return NULL;
}

static void audit(int *out, atomic_int *one, atomic_int *other) {
  out[0] = atomic_load_explicit(one, memory_order_relaxed);
  atomic_thread_fence(FENCE);
  out[1] = atomic_load_explicit(other, memory_order_relaxed);
}

static void *audit_east(void *arg) {
  audit(saw[0], &east, &west);
  return NULL;
}

static void *audit_west(void *arg) {
  audit(saw[1], &west, &east);
  return NULL;
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, NULL, write_east, NULL);
  pthread_create(&b, NULL, write_west, NULL);
  pthread_create(&c, NULL, audit_east, NULL);
  pthread_create(&d, NULL, audit_west, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  assert(!(saw[0][0] && !saw[0][1] && saw[1][0] && !saw[1][1]));
  return 0;
}
