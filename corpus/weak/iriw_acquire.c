/* Two sensors, two observers that look at them in different orders. -DWEAK looks with acquire loads. SC, TSO, PSO
 * and ARMv8: a store becomes visible to all others at once, and the loads (LDAPR) stay in order, so the observers
 * agree on which came first. RC11: only seq_cst accesses have one order; acquire allows disagreement. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_acquire
#else
#define LOOK memory_order_seq_cst
#endif

static atomic_int door, window;
static int saw[2][2];

static void *opens_door(void *arg) {
  atomic_store(&door, 1);
  return NULL;
}

static void *opens_window(void *arg) {
  atomic_store(&window, 1);
  return NULL;
}

static void *door_first(void *arg) {
  saw[0][0] = atomic_load_explicit(&door, LOOK);
  saw[0][1] = atomic_load_explicit(&window, LOOK);
  return NULL;
}

static void *window_first(void *arg) {
  saw[1][0] = atomic_load_explicit(&window, LOOK);
  saw[1][1] = atomic_load_explicit(&door, LOOK);
  return NULL;
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, NULL, opens_door, NULL);
  pthread_create(&b, NULL, opens_window, NULL);
  pthread_create(&c, NULL, door_first, NULL);
  pthread_create(&d, NULL, window_first, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  int door_was_first = saw[0][0] == 1 && saw[0][1] == 0;
  int window_was_first = saw[1][0] == 1 && saw[1][1] == 0;
  assert(!(door_was_first && window_was_first));
  return 0;
}
