/* A tree is walked: all ends are alike. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

struct node {
  struct node *_Atomic child[2];
};

static struct node leaf, inner = {{&leaf, &leaf}}, root = {{&inner, &inner}};

static int walk(struct node *node) {
  int leaves = 0;
  for (int i = 0; i < 2; i++) {
    struct node *child = atomic_load(&node->child[i]);
    if (child == NULL)
      return 1;
    leaves += walk(child);
  }
  return leaves;
}

static int wait_some(void) {
  if (atomic_load(&flag))
    return 0;
  return walk(&root) == 4 ? 3 : -1;
}

static void *set(void *arg) {
#ifndef NOBODY
  atomic_store(&flag, 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  int rounds = wait_some();
#ifdef NOBODY
  assert(rounds == 3);
#else
  assert(rounds != 3);
#endif
  pthread_join(t, NULL);
  return 0;
}
