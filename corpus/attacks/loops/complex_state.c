/* The imaginary part of a complex local turns: 1, i, -1, -i. */
#include "../threads.h"
#include <complex.h>

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  float real = 1, imaginary = 0;
  while (!flag) {
    float _Complex turned = (real + imaginary * I) * I;
    real = crealf(turned);
    imaginary = cimagf(turned);
    if (imaginary == -1)
      break;
  }
  assert(imaginary != -1); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}
