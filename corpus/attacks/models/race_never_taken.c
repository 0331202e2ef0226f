/* The two writes would race, but no execution has both. */
#include "../threads.h"

static atomic_int chosen;
static int value;

static void *works(void *arg) {
  if (atomic_exchange(&chosen, 1) == 0)
    value = 1;
  return NULL;
}

int main(void) {
  together(works, works);
  return 0;
}
