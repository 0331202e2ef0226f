/* The loop reads a store of its own thread that no other has seen yet: it waits for the other's store, not forever. */
#include "../threads.h"

static volatile int turn;

static void *gives(void *arg) {
  turn = 1;
  while (turn == 1)
    ;
  assert(turn == 2);
  return NULL;
}

static void *takes(void *arg) {
  while (turn != 1)
    ;
  turn = 2;
  return NULL;
}

int main(void) {
  together(gives, takes);
  return 0;
}
