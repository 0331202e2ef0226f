/* Did the operations of some threads give results that they could have given one after the other?
 *
 * The program says what its operations do without interference: `struct state` and `apply`. Each thread packs the
 * results of its operations into one word, which it returns: so the harness shares no memory with the program under test. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* What fresh memory holds. Nodes come from pools, one for each thread, whose values and pointers no thread may use before they
 * are set. No object is at this address. */
#define POISON 0xDEAD
#define POISONED_POINTER ((void *)0xDEAD0000)

/* A result has four bits. Values that were never put in become the largest. */
#define GARBAGE 15u

static unsigned packed(unsigned results, int i, int result) {
  unsigned digit = result < 0 || result > 15 ? GARBAGE : (unsigned)result;
  return results | digit << (4 * i);
}

struct state;

/* The i-th operation of a thread, and its result. */
static int apply(struct state *state, int thread, int i);

#define SOME_ORDER_EXPLAINS(threads, operations)                                                                       \
  static bool explained(const struct state *state, const int *done, const unsigned *results) {                         \
    bool over = true;                                                                                                  \
    for (int t = 0; t < (threads); t++) {                                                                              \
      if (done[t] == (operations)[t])                                                                                  \
        continue;                                                                                                      \
      over = false;                                                                                                    \
      struct state next = *state;                                                                                      \
      int after[threads];                                                                                              \
      for (int u = 0; u < (threads); u++)                                                                              \
        after[u] = done[u] + (u == t);                                                                                 \
      if (packed(0, 0, apply(&next, t, done[t])) == (results[t] >> (4 * done[t]) & 15u) &&                             \
          explained(&next, after, results))                                                                            \
        return true;                                                                                                   \
    }                                                                                                                  \
    return over;                                                                                                       \
  }
