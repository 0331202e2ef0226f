/* A structure of 40 bytes goes through a function by value and comes back; its last field counts. */
#include "../threads.h"

typedef struct {
  long still[4];
  char count;
} State;

static volatile int flag;

static State step(State state) {
  state.count++;
  return state;
}

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  State state = {{1, 2, 3, 4}, 0};
  while (!flag) {
    state = step(state);
    assert(state.count < 3); /* fails */
  }
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}
