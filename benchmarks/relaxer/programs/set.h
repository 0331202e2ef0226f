/* The harness of both sets: they hold 3 and 7, and three threads insert, remove and ask. */
#include "results.h"

#define THREADS 3
#define MOST_OPERATIONS 3

static bool insert(int thread, int key);
static bool remove_key(int key);
static bool contains(int key);

enum what { INSERT, REMOVE, CONTAINS };

static const struct {
  enum what what;
  int key;
} script[THREADS][MOST_OPERATIONS] = {
    {{INSERT, -1}, {REMOVE, 2}},
    {{REMOVE, 3}, {INSERT, 1}, {CONTAINS, 7}},
    {{CONTAINS, 3}, {INSERT, -5}},
};
static const int operations[THREADS] = {2, 3, 2};

/* Keys are from -8 on. */
struct state {
  unsigned keys;
};

static int apply(struct state *state, int thread, int i) {
  unsigned key = 1u << (script[thread][i].key + 8);
  bool had = (state->keys & key) != 0;
  switch (script[thread][i].what) {
  case INSERT:
    state->keys |= key;
    return !had;
  case REMOVE:
    state->keys &= ~key;
    return had;
  default:
    return had;
  }
}

SOME_ORDER_EXPLAINS(THREADS, operations)

static void *user(void *arg) {
  int thread = (int)(long)arg;
  unsigned results = 0;
  for (int i = 0; i < operations[thread]; i++) {
    int key = script[thread][i].key;
    bool result;
    switch (script[thread][i].what) {
    case INSERT:
      result = insert(thread, key);
      break;
    case REMOVE:
      result = remove_key(key);
      break;
    default:
      result = contains(key);
    }
    results = packed(results, i, result);
  }
  return (void *)(unsigned long)results;
}

static void test(void) {
  pthread_t threads[THREADS];
  insert(THREADS, 3);
  insert(THREADS, 7);
  for (long t = 0; t < THREADS; t++)
    pthread_create(&threads[t], NULL, user, (void *)t);
  unsigned results[THREADS];
  for (int t = 0; t < THREADS; t++) {
    void *result;
    pthread_join(threads[t], &result);
    results[t] = (unsigned)(unsigned long)result;
  }
  assert(explained(&(struct state){1u << (3 + 8) | 1u << (7 + 8)}, (int[THREADS]){0}, results));
}
