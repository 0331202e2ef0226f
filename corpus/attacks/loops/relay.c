/* A one is handed from local to local, d <- c <- b <- a: it arrives at d in the fourth round. */
#include "../threads.h"

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  int a = 1, b = 0, c = 0, d = 0;
  while (!flag) {
    d = c;
    c = b;
    b = a;
  }
  assert(!d); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}
