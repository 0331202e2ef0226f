/* Duff's device over a shared byte, six reads, the switch jumps into the loop: the sum can be 1, by the last read alone. */
#include "../threads.h"

static volatile char flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *reads(void *arg) {
  int sum = 0, count = 6, n = (count + 3) / 4;
  switch (count % 4) {
  case 0:
    do {
      sum += flag;
    case 3:
      sum += flag;
    case 2:
      sum += flag;
    case 1:
      sum += flag;
    } while (--n > 0);
  }
  assert(sum != 1); /* fails */
  return NULL;
}

int main(void) {
  together(sets, reads);
  return 0;
}
