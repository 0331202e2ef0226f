/* A walk over a tree of seven nodes reads the flag at each node, in a loop over the children: the last may be the first to see it. */
#include "../threads.h"

static volatile int flag;
static int nodes, seen_at = -1;

static void walk(int node) {
  if (flag && seen_at < 0)
    seen_at = nodes;
  nodes++;
  for (int child = 2 * node + 1; child <= 2 * node + 2; child++)
    if (child < 7)
      walk(child);
}

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *walks(void *arg) {
  walk(0);
  assert(seen_at != 6); /* fails */
  return NULL;
}

int main(void) {
  together(sets, walks);
  return 0;
}
