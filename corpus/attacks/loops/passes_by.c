/* Waits for a value that comes and goes: a thread that looks too late waits for ever. */
#include "../threads.h"

static volatile int light;

static void *switches(void *arg) {
  light = 1;
  light = 2;
  return NULL;
}

static void *waits(void *arg) {
  while (light != 1)
    ;
  return NULL;
}

int main(void) {
  together(switches, waits);
  return 0;
}
