/* A list is built of private nodes, all made by one line, and published by one store: relaxed, PSO shows a node half made. */
#include "../threads.h"
#ifdef RELEASE
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif

struct Node {
  struct Node *next;
  int value;
};

static struct Node *_Atomic head;

static void *builds(void *arg) {
  struct Node *list = NULL;
  for (int i = 1; i <= 2; i++) {
    struct Node *node = malloc(sizeof *node);
    node->next = list;
    node->value = i;
    list = node;
  }
  atomic_store_explicit(&head, list, ORDER);
  return NULL;
}

static void *walks(void *arg) {
  struct Node *node = atomic_load_explicit(&head, memory_order_acquire);
  if (node) {
    assert(node->value == 2); /* fails */
    node = node->next;
    assert(!node || node->value == 1);
  }
  return NULL;
}

int main(void) {
  together(builds, walks);
  return 0;
}
