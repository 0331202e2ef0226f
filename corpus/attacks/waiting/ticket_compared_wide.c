/* The same, but the ticket is counted in an int and never equal to a byte that wraps: the second waits for ever. */
#include "../threads.h"

static atomic_int next = 255;
static atomic_uchar serving = 255;

static void *works(void *arg) {
  int mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine)
    ;
  atomic_fetch_add(&serving, 1);
  return NULL;
}

int main(void) {
  together(works, works);
  return 0;
}
