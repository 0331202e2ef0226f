/* The state is a pointer that walks down a list of locals; the loop ends at its end. */
#include "../threads.h"

struct Node {
  struct Node *next;
};

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  struct Node third = {NULL}, second = {&third}, first = {&second};
  struct Node *at = &first;
  while (!flag && at)
    at = at->next;
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}
