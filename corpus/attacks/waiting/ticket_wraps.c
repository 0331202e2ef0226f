/* A ticket lock with tickets of 8 bits that start at 255 and wrap: it still excludes, and ends. */
#include "../threads.h"

static atomic_uchar next = 255, serving = 255;
static int inside;

static void *works(void *arg) {
  unsigned char mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  atomic_fetch_add(&serving, 1);
  return NULL;
}

int main(void) {
  together(works, works);
  return 0;
}
