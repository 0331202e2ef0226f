/* A shared object leads to a private one, that to a local, that to a thread-local: the other thread gets to the last. */
#include "../threads.h"

struct Box {
  struct Box *inner;
  int **local;
};

static struct Box *_Atomic offered;
static _Thread_local int own = 5;

static void *makes(void *arg) {
  int *local = &own;
  struct Box *inner = malloc(sizeof *inner), *outer = malloc(sizeof *outer);
  inner->local = &local;
  inner->inner = NULL;
  outer->inner = inner;
  outer->local = NULL;
  atomic_store(&offered, outer);
  while (atomic_load(&offered))
    ;
  assert(own == 5); /* fails */
  return NULL;
}

static void *follows(void *arg) {
  struct Box *box;
  while (!(box = atomic_load(&offered)))
    ;
  **box->inner->local = 6;
  atomic_store(&offered, NULL);
  return NULL;
}

int main(void) {
  together(makes, follows);
  return 0;
}
