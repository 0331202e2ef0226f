/* Reads until two reads in a row agree, whatever the value: always ends. */
#include "../threads.h"

static volatile int value;

static void *changes(void *arg) {
  value = 1;
  value = 2;
  return NULL;
}

static void *reads(void *arg) {
  int before, now = -1;
  do {
    before = now;
    now = value;
  } while (before != now);
  return NULL;
}

int main(void) {
  together(changes, reads);
  return 0;
}
