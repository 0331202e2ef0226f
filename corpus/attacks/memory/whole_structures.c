/* A structure of three words is copied word by word: two assignments can mix. */
#include "../threads.h"

typedef struct {
  int a, b, c;
} Three;

static Three shared;

static void *ones(void *arg) {
  shared = (Three){1, 1, 1};
  return NULL;
}

static void *twos(void *arg) {
  shared = (Three){2, 2, 2};
  return NULL;
}

int main(void) {
  together(ones, twos);
  assert(shared.a == shared.c); /* fails */
  return 0;
}
