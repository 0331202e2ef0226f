/* The state is a function pointer: each state names the next one, the last one gives up. */
#include "../threads.h"

struct State {
  struct State (*next)(void);
};

static volatile int flag;

static struct State last(void) { return (struct State){NULL}; }
static struct State second(void) { return (struct State){last}; }
static struct State first(void) { return (struct State){second}; }

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  struct State state = {first};
  while (!flag) {
    assert(state.next); /* fails */
    state = state.next();
  }
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}
