/* A hazard pointer without a fence: under TSO the reader's announcement is still in its buffer when the owner looks, and frees. */
#include "../threads.h"

static int *_Atomic object;
static int *_Atomic hazard;

static void *reads(void *arg) {
  int *mine = atomic_load_explicit(&object, memory_order_relaxed);
  atomic_store_explicit(&hazard, mine, memory_order_relaxed);
#ifdef FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
  if (mine && atomic_load_explicit(&object, memory_order_relaxed) == mine)
    assert(*mine == 3); /* fails */
  return NULL;
}

static void *frees(void *arg) {
  int *old = atomic_load_explicit(&object, memory_order_relaxed);
  atomic_store(&object, NULL);
  if (atomic_load(&hazard) != old)
    free(old);
  return NULL;
}

int main(void) {
  int *made = malloc(sizeof *made);
  *made = 3;
  atomic_store(&object, made);
  together(reads, frees);
  return 0;
}
