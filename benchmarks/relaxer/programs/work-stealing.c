/* A pool of tasks for four threads: the deque of Chase and Lev (SPAA 2005) with the fences of Lê et al. (PPoPP 2013). Its owner
 * puts tasks in and takes them off the same end, three thieves steal them from the other; each of 50 tasks is to run once.
 * -DNO_FENCE leaves out the fence between the owner's store of bottom and load of top: then a thief may steal what the owner
 * takes, if the deque is short. The owner puts in BATCHES batches and empties the deque after each; a thief tries ATTEMPTS
 * times. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THIEVES 3
#ifndef BATCHES
#define BATCHES 5
#endif
#ifndef ATTEMPTS
#define ATTEMPTS 20
#endif
#define TASKS 50
#define BATCH (TASKS / BATCHES)
#define NONE -1

static atomic_int top, bottom;
static atomic_int tasks[TASKS];
static atomic_int runs[TASKS];

static void put(int task) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&tasks[b], task, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
#ifndef NO_FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  int task = t <= b ? atomic_load_explicit(&tasks[b], memory_order_relaxed) : NONE;
  if (t < b)
    return task;
  if (t == b && !atomic_compare_exchange_strong(&top, &t, t + 1))
    task = NONE;
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return task;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b)
    return NONE;
  int task = atomic_load_explicit(&tasks[t], memory_order_relaxed);
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? task : NONE;
}

static void run(int task) { assert(atomic_fetch_add_explicit(&runs[task], 1, memory_order_relaxed) == 0); }

static void *owner(void *unused) {
  for (int batch = 0; batch < BATCHES; batch++) {
    for (int i = 0; i < BATCH; i++)
      put(batch * BATCH + i);
    for (int task = take(); task != NONE; task = take())
      run(task);
  }
  return NULL;
}

static void *thief(void *unused) {
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    int task = steal();
    if (task != NONE)
      run(task);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[1 + THIEVES];
  for (int t = 0; t <= THIEVES; t++)
    pthread_create(&threads[t], NULL, t == 0 ? owner : thief, NULL);
  for (int t = 0; t <= THIEVES; t++)
    pthread_join(threads[t], NULL);
  for (int task = 0; task < TASKS; task++)
    assert(runs[task] == 1);
  return 0;
}
