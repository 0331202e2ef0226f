/* Far behind a global array, where some other variable may lie. */
#include "../threads.h"

static int first[4];
static volatile int at = 1000;
static int second[5000];

static void *writes(void *arg) {
  first[at] = 1; /* fails */
  return NULL;
}

static void *reads(void *arg) { return (void *)(intptr_t)second[996]; }

int main(void) {
  together(writes, reads);
  return 0;
}
