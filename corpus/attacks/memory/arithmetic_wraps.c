/* Signed overflow wraps around and the upper bits of a shift count are ignored, as on x86-64 without optimisation. */
#include "../threads.h"
#include <assert.h>
#include <limits.h>

static volatile int largest = INT_MAX, smallest = INT_MIN, thirty_three = 33;
static volatile long long largest_wide = LLONG_MAX;
static volatile double huge = 1e30;

static void *computes(void *arg) {
  int most = largest, least = smallest, count = thirty_three;
  long long wide = largest_wide;
  assert(most + 1 == INT_MIN);
  assert(!(most + 1 > most));
  assert(!(least - 1 < least));
  assert(-least == least);
  assert(most * 2 == -2);
  assert(!(wide + 1 > wide));
  assert(1 << count == 2);
  assert(-8 >> count == -4);
  assert((8u >> count) == 4);
  assert(1LL << (count + 32) == 2);
  assert((int)huge == INT_MIN);
  int constant = 33;
  assert(1 << constant == 2);
  int least_constant = INT_MIN;
  assert(!(least_constant - 1 < least_constant));
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(computes, other);
  return 0;
}
