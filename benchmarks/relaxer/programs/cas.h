/* A compare-and-swap that waits for no stores but those to its own location (PSO), as 004 has it. A macro, so that each use is
 * a statement of its own. */
#define CAS(place, from, to)                                                                                           \
  ({                                                                                                                   \
    __typeof__(*(place)) expected = (from);                                                                            \
    __atomic_compare_exchange_n((place), &expected, (to), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                  \
  })
