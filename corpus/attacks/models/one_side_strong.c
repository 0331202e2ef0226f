/* R with a seq_cst store where the load follows: TSO keeps the two stores of the other side in order, PSO does not. */
#include "../threads.h"

static atomic_int x, y;
static int seen;

static void *writes(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return NULL;
}

static void *reads(void *arg) {
  atomic_store(&y, 2);
  seen = atomic_load(&x);
  return NULL;
}

int main(void) {
  together(writes, reads);
  assert(!(seen == 0 && atomic_load(&y) == 2)); /* fails */
  return 0;
}
