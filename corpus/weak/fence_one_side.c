/* One side has a seq_cst fence, the other with -DWEAK an acq_rel addition that is meant to be one. TSO, PSO: the
 * addition drains the buffers. RC11: it is no seq_cst fence, and only one side has one: both loads may read 0.
 * ARMv8: the load after it may come before its store. With a fence on both sides, one of the loads reads 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int request, closed;
static int saw_closed, saw_request;

static void *client(void *arg) {
#ifdef WEAK
  atomic_fetch_add_explicit(&request, 1, memory_order_acq_rel);
#else
  atomic_fetch_add_explicit(&request, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
#endif
  saw_closed = atomic_load_explicit(&closed, memory_order_relaxed);
  return NULL;
}

static void *closer(void *arg) {
  atomic_store_explicit(&closed, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  saw_request = atomic_load_explicit(&request, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, client, NULL);
  pthread_create(&b, NULL, closer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(saw_closed || saw_request); /* otherwise the request is lost */
  return 0;
}
