/* The inner wait starts over in each of three outer rounds and may end at once; the outer count is the only state. */
#include "../threads.h"

static atomic_int turn;

static void *one(void *arg) {
  for (int i = 0; i < 3; i++) {
    while (atomic_load(&turn) != 0)
      ;
    atomic_store(&turn, 1);
  }
  return NULL;
}

static void *two(void *arg) {
  for (int i = 0; i < 3; i++) {
    while (atomic_load(&turn) != 1)
      ;
    atomic_store(&turn, 0);
  }
  return NULL;
}

int main(void) {
  together(one, two);
  return 0;
}
