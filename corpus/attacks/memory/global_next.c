/* One element beside a global array, between two others that all threads use. */
#include "../threads.h"
#ifndef AT
#define AT 4
#endif

static struct {
  int word[4];
} before, table, after;
static volatile int at = AT;

static void *writes(void *arg) {
  table.word[at] = 7; /* fails */
  return NULL;
}

static void *reads(void *arg) {
  assert(before.word[3] == 0 && after.word[0] == 0);
  return NULL;
}

int main(void) {
  together(writes, reads);
  return 0;
}
