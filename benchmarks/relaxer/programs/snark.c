/* Snark, the double-ended queue with double compare-and-swaps of Detlefs et al. (DISC 2000), as Doherty et al. (SPAA 2004)
 * corrected it: whether it is empty is asked again, and a thread that takes a node off one end claims its value, as another may take
 * it off the other end. Without fences and without reuse of nodes. */
#include "results.h"
#include "cas.h"

#define EMPTY 0
#define CLAIMED 14
#define THREADS 2
#define OPERATIONS 4

struct node {
  struct node *left, *right;
  int value;
};

/* At an end of the queue, a node points outwards to itself when it is no longer in it. */
static struct node dummy = {&dummy, &dummy};
static struct node *left_hat = &dummy, *right_hat = &dummy;
static struct node pool[THREADS][2] = {
    [0 ... THREADS - 1] = {[0 ... 1] = {POISONED_POINTER, POISONED_POINTER, POISON}}};
static _Thread_local int used;
static int dcas_taken;

/* There is no such instruction, so a lock keeps others out. Of earlier stores only those to the same locations must have reached
 * memory, as with a compare-and-swap. Who looks between the two changes sees one of two operations that overlap. */
#define DCAS(a, b, olda, oldb, newa, newb)                                                                             \
  ({                                                                                                                   \
    struct node *present = (oldb);                                                                                     \
    while (__atomic_exchange_n(&dcas_taken, 1, __ATOMIC_RELAXED))                                                      \
      ;                                                                                                                \
    bool same = CAS(b, present, present) && CAS(a, olda, newa);                                                        \
    if (same)                                                                                                          \
      __atomic_exchange_n((b), (newb), __ATOMIC_RELAXED);                                                              \
    __atomic_exchange_n(&dcas_taken, 0, __ATOMIC_RELAXED);                                                             \
    same;                                                                                                              \
  })

static void push_right(int thread, int value) {
  struct node *node = &pool[thread][used++];
  node->right = &dummy;
  node->value = value;
  for (;;) {
    struct node *last = right_hat, *beyond = last->right;
    if (beyond == last) {
      node->left = &dummy;
      if (DCAS(&right_hat, &left_hat, last, left_hat, node, node))
        return;
    } else {
      node->left = last;
      if (DCAS(&right_hat, &last->right, last, beyond, node, node))
        return;
    }
  }
}

static void push_left(int thread, int value) {
  struct node *node = &pool[thread][used++];
  node->left = &dummy;
  node->value = value;
  for (;;) {
    struct node *first = left_hat, *beyond = first->left;
    if (beyond == first) {
      node->right = &dummy;
      if (DCAS(&left_hat, &right_hat, first, right_hat, node, node))
        return;
    } else {
      node->right = first;
      if (DCAS(&left_hat, &first->left, first, beyond, node, node))
        return;
    }
  }
}

static int pop_right(void) {
  for (;;) {
    struct node *last = right_hat, *before = last->left;
    if (last->right == last) {
      if (right_hat == last)
        return EMPTY;
    } else if (DCAS(&right_hat, &last->left, last, before, before, last)) {
      int value = last->value;
      if (value != CLAIMED && CAS(&last->value, value, CLAIMED))
        return value;
    }
  }
}

static int pop_left(void) {
  for (;;) {
    struct node *first = left_hat, *after = first->right;
    if (first->left == first) {
      if (left_hat == first)
        return EMPTY;
    } else if (DCAS(&left_hat, &first->right, first, after, after, first)) {
      int value = first->value;
      if (value != CLAIMED && CAS(&first->value, value, CLAIMED))
        return value;
    }
  }
}

static const int operations[THREADS] = {OPERATIONS, OPERATIONS};

/* The values from `first` on, below `end`. */
struct state {
  int values[2 * THREADS * OPERATIONS];
  int first, end;
};

/* Each thread pushes two values, 1 and 2 or 3 and 4, and pops. */
static int apply(struct state *state, int thread, int i) {
  bool empty = state->first == state->end;
  switch (i) {
  case 0:
    state->values[state->end++] = 2 * thread + 1;
    return 0;
  case 1:
    state->values[--state->first] = 2 * thread + 2;
    return 0;
  case 2:
    return empty ? EMPTY : state->values[--state->end];
  default:
    return empty ? EMPTY : state->values[state->first++];
  }
}

SOME_ORDER_EXPLAINS(THREADS, operations)

static void *user(void *arg) {
  int thread = (int)(long)arg;
  push_right(thread, 2 * thread + 1);
  push_left(thread, 2 * thread + 2);
  unsigned results = packed(0, 2, pop_right());
  return (void *)(unsigned long)packed(results, 3, pop_left());
}

int main(void) {
  pthread_t threads[THREADS];
  for (long t = 0; t < THREADS; t++)
    pthread_create(&threads[t], NULL, user, (void *)t);
  unsigned results[THREADS];
  for (int t = 0; t < THREADS; t++) {
    void *result;
    pthread_join(threads[t], &result);
    results[t] = (unsigned)(unsigned long)result;
  }
  const int middle = THREADS * OPERATIONS;
  assert(explained(&(struct state){.first = middle, .end = middle}, (int[THREADS]){0}, results));
  return 0;
}
