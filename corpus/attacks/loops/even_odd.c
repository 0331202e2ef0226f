/* Two functions that call each other, each with a loop of two reads, down to depth 4: no level waits for ever. */
#include "../threads.h"

static volatile int flag;

static int odd(int n);

static int even(int n) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    sum += flag;
  return n == 0 ? sum : sum + odd(n - 1);
}

static int odd(int n) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    sum += flag;
  return n == 0 ? sum : sum + even(n - 1);
}

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *calls(void *arg) {
  assert(even(3) == 0);
  return NULL;
}

int main(void) {
  together(clears, calls);
  return 0;
}
