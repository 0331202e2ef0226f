/* Two threads each read the other's byte with an or of nothing and wait for it to be set: it never is. */
#include "../threads.h"

static atomic_uchar left, right;

static void *waits_left(void *arg) {
  while (!(atomic_fetch_or(&left, 0) & 1))
    ;
  atomic_store(&right, 1);
  return NULL;
}

static void *waits_right(void *arg) {
  while (!(atomic_fetch_or(&right, 0) & 1))
    ;
  atomic_store(&left, 1);
  return NULL;
}

int main(void) {
  together(waits_left, waits_right);
  return 0;
}
