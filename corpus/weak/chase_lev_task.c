/* The Chase-Lev deque (Lê, Pop, Cohen, Zappa Nardelli, PPoPP 2013): the owner pushes, a thief steals. -DWEAK reads
 * bottom with a relaxed load. SC, TSO, PSO: loads stay in order. RC11: the push is released, but not acquired: a
 * race on the task. ARMv8: the task may be read before bottom. The paper has acquire there (its fence is after top). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif

static atomic_int top, bottom;
static int tasks[2];

static void push(int task) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  tasks[b] = task;
  atomic_store_explicit(&bottom, b + 1, memory_order_release);
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int b = atomic_load_explicit(&bottom, LOOK);
  if (t >= b)
    return -1;
  int task = tasks[t];
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? task : -1;
}

static void *owner(void *arg) {
  push(1);
  push(2);
  return NULL;
}

static void *thief(void *arg) {
  int task = steal();
  assert(task == -1 || task == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, thief, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
