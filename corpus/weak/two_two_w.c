/* Two threads set two variables in opposite orders (2+2W), with release stores if -DWEAK. SC, TSO, PSO: stores (PSO:
 * release stores) reach memory in order, so the first of each cannot both come last. ARMv8: STLR comes after earlier
 * stores: safe. RC11: without a load nothing synchronises, and coherence of x and y may disagree. Only seq_cst
 * stores have one order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define SET memory_order_release
#else
#define SET memory_order_seq_cst
#endif

static atomic_int x, y;

static void *up(void *arg) {
  atomic_store_explicit(&x, 1, SET);
  atomic_store_explicit(&y, 2, SET);
  return NULL;
}

static void *down(void *arg) {
  atomic_store_explicit(&y, 1, SET);
  atomic_store_explicit(&x, 2, SET);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, up, NULL);
  pthread_create(&b, NULL, down, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(atomic_load(&x) == 1 && atomic_load(&y) == 1));
  return 0;
}
