/* A global of a gibibyte is more than the documented limit. */
#include "../threads.h"

static char table[1 << 30];

static void *writes(void *arg) {
  table[5] = 1;
  return NULL;
}

int main(void) {
  together(writes, writes);
  return table[5];
}
