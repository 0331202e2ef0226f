/* Each round puts a node before a private list; its length ends the loop. */
#include "../threads.h"

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
    struct Node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
    assert(!(list->next && list->next->next)); /* fails */
  }
  while (list) {
    struct Node *next = list->next;
    free(list);
    list = next;
  }
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}
