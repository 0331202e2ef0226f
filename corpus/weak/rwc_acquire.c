/* An alarm is raised; a guard sees it and finds the gate open; the gatekeeper closes the gate and sees no alarm
 * (RWC). -DWEAK: all loads are acquire. TSO, PSO: the seq_cst store of the gate drains the buffers; loads stay in
 * order. RC11: only seq_cst accesses have one order. ARMv8: the keeper's acquire load (LDAPR) may pass its STLR.
 * seq_cst loads (LDAR) are right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_acquire
#else
#define LOOK memory_order_seq_cst
#endif

static atomic_int alarm, gate;
static int guard_saw_alarm, guard_saw_gate, keeper_saw_alarm;

static void *raise_alarm(void *arg) {
  atomic_store(&alarm, 1);
  return NULL;
}

static void *guard(void *arg) {
  guard_saw_alarm = atomic_load_explicit(&alarm, LOOK);
  guard_saw_gate = atomic_load_explicit(&gate, LOOK);
  return NULL;
}

static void *keeper(void *arg) {
  atomic_store(&gate, 1);
  keeper_saw_alarm = atomic_load_explicit(&alarm, LOOK);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, raise_alarm, NULL);
  pthread_create(&b, NULL, guard, NULL);
  pthread_create(&c, NULL, keeper, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(!(guard_saw_alarm && !guard_saw_gate && !keeper_saw_alarm));
  return 0;
}
