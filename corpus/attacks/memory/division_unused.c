/* Divisions that trap on x86-64, although their results are not used. */
#include "../threads.h"
#include <limits.h>
#include <stdint.h>

static volatile int smallest = INT_MIN, minus_one = -1, zero = 0;

static void *divides(void *arg) {
#if defined(WIDE_QUOTIENT)
  (void)((INT64_MIN + (zero & 1)) / minus_one);
#elif defined(REMAINDER)
  (void)(smallest % minus_one);
#elif defined(BY_ZERO)
  (void)(smallest / zero);
#elif defined(REMAINDER_BY_ZERO)
  (void)((unsigned)smallest % zero);
#elif defined(HUGE_BY_ZERO)
  (void)((__int128)smallest / zero);
#elif defined(ASSIGNED)
  int quotient = smallest;
  quotient /= minus_one;
#else
  (void)(smallest / minus_one);
#endif
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(divides, other);
  return 0;
}
