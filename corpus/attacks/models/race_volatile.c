/* Volatile accesses are not plain to the race detector, as documented; the plain one beside them is ordered by the join. */
#include "../threads.h"

static volatile int flag;
static int data;

static void *sends(void *arg) {
  data = 1;
  flag = 1;
  return NULL;
}

static void *reads(void *arg) { return (void *)(intptr_t)flag; }

int main(void) {
  together(sends, reads);
  assert(data == 1);
  return 0;
}
