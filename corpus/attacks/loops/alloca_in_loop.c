/* Each round takes new memory from the stack and links it to what the round before has taken. */
#include "../threads.h"
#include <alloca.h>

struct Node {
  struct Node *next;
};

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  struct Node *list = NULL;
  while (!flag) {
    struct Node *node = alloca(sizeof *node);
    node->next = list;
    list = node;
    assert(!list->next || !list->next->next); /* fails */
  }
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}
