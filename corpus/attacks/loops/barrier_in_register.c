/* A compiler barrier takes the counter in and out of a register: the loop still ends after three rounds. */
#include "../threads.h"

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  int count = 0;
  while (!flag) {
    __asm__ volatile("" ::: "memory");
    if (++count == 3)
      break;
    __asm__ volatile("" ::: "memory");
  }
  assert(count == 3);
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}
