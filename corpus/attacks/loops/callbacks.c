/* Loops that call each other by function pointers, three deep, one read in each round: eight reads, the last alone may see the flag. */
#include "../threads.h"

typedef int Reads(int);

static volatile int flag;
static Reads twice;
static Reads *volatile again = twice;

static int twice(int depth) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    sum += depth ? again(depth - 1) : flag;
  return sum;
}

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *calls(void *arg) {
  assert(twice(2) != 1); /* fails */
  return NULL;
}

int main(void) {
  together(sets, calls);
  return 0;
}
