/* A list whose links are the exclusive or of two addresses, made by main, walked both ways by a thread. */
#include "../threads.h"

struct Node {
  uintptr_t link;
  int value;
};

static struct Node *node[4];

static int walk(struct Node *from) {
  struct Node *before = NULL;
  int digits = 0;
  for (struct Node *at = from; at;) {
    digits = digits * 10 + at->value;
    struct Node *next = (struct Node *)(at->link ^ (uintptr_t)before);
    before = at;
    at = next;
  }
  return digits;
}

static void *forwards(void *arg) {
  assert(walk(node[0]) == 1234);
  return NULL;
}

static void *backwards(void *arg) {
  assert(walk(node[3]) == 4321);
  return NULL;
}

int main(void) {
  for (int i = 0; i < 4; i++) {
    node[i] = malloc(sizeof **node);
    node[i]->value = i + 1;
  }
  for (int i = 0; i < 4; i++)
    node[i]->link = (uintptr_t)(i ? node[i - 1] : NULL) ^ (uintptr_t)(i < 3 ? node[i + 1] : NULL);
  together(forwards, backwards);
  return 0;
}
