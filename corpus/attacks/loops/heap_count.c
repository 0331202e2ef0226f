/* The count is in a heap object that the thread made for itself, at the end of a chain of two pointers. */
#include "../threads.h"

struct Box {
  struct Box *inner;
  long count;
};

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  struct Box *box = calloc(1, sizeof *box);
  box->inner = calloc(1, sizeof *box);
  while (!flag && box->inner->count < 2)
    box->inner->count++;
  assert(box->inner->count < 2); /* fails */
  free(box->inner);
  free(box);
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}
