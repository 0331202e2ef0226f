/* strcpy of five letters into five bytes: the terminating zero is out of bounds. */
#include "../threads.h"
#ifndef ROOM
#define ROOM 5
#endif

static char *name;

static void *copies(void *arg) {
  strcpy(name, "seven"); /* fails */
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  name = malloc(ROOM);
  together(copies, other);
  return 0;
}
