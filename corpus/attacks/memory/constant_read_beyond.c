/* A constant table of four is read at its fifth element. */
#include "../threads.h"

static const int table[4] = {1, 2, 3, 4};
static volatile int at = 4;

static void *reads(void *arg) { return (void *)(intptr_t)table[at]; /* fails */ }

static void *other(void *arg) { return NULL; }

int main(void) {
  together(reads, other);
  return 0;
}
