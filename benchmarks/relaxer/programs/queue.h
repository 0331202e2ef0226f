/* The harness of both queues: one thread enqueues twice, dequeues twice and enqueues, the other dequeues twice, enqueues twice
 * and dequeues. */
#include "results.h"

#define EMPTY 0
#define THREADS 2
#define OPERATIONS 5

static void enqueue(int thread, int value);
static int dequeue(void);

/* What each operation enqueues; 0: it dequeues. */
static const int script[THREADS][OPERATIONS] = {{1, 2, 0, 0, 3}, {0, 0, 4, 5, 0}};
static const int operations[THREADS] = {OPERATIONS, OPERATIONS};

struct state {
  int values[THREADS * OPERATIONS];
  int first, end;
};

static int apply(struct state *state, int thread, int i) {
  int value = script[thread][i];
  if (value != 0) {
    state->values[state->end++] = value;
    return 0;
  }
  return state->first == state->end ? EMPTY : state->values[state->first++];
}

SOME_ORDER_EXPLAINS(THREADS, operations)

static void *user(void *arg) {
  int thread = (int)(long)arg;
  unsigned results = 0;
  for (int i = 0; i < OPERATIONS; i++) {
    int value = script[thread][i];
    if (value != 0)
      enqueue(thread, value);
    else
      results = packed(results, i, dequeue());
  }
  return (void *)(unsigned long)results;
}

static void test(void) {
  pthread_t threads[THREADS];
  for (long t = 0; t < THREADS; t++)
    pthread_create(&threads[t], NULL, user, (void *)t);
  unsigned results[THREADS];
  for (int t = 0; t < THREADS; t++) {
    void *result;
    pthread_join(threads[t], &result);
    results[t] = (unsigned)(unsigned long)result;
  }
  assert(explained(&(struct state){.end = 0}, (int[THREADS]){0}, results));
}
