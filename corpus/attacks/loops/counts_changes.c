/* Waits until it has seen two changes: who misses the first sees only one, and waits for ever. */
#include "../threads.h"

static volatile int word;

static void *changes(void *arg) {
  word = 1;
  word = 2;
  return NULL;
}

static void *waits(void *arg) {
  int last = 0, changed = 0;
  while (changed < 2) {
    int now = word;
    if (now != last)
      changed++;
    last = now;
  }
  return NULL;
}

int main(void) {
  together(changes, waits);
  return 0;
}
