/* Message passing through two neighbouring bytes: they are two locations, so PSO may exchange the stores. */
#include "../threads.h"

static volatile uint8_t pair[2];

static void *sends(void *arg) {
  pair[0] = 1;
  pair[1] = 1;
  return NULL;
}

static void *receives(void *arg) {
  int flag = pair[1];
  int data = pair[0];
  assert(!flag || data); /* fails */
  return NULL;
}

int main(void) {
  together(sends, receives);
  return 0;
}
