/* snprintf never writes more than it is given, whatever it returns; a plain sprintf of the same would not fit. */
#include "../threads.h"
#include <stdio.h>

static char *text;

static void *prints(void *arg) {
  int length = snprintf(text, 4, "%d", 123456);
  assert(length == 6 && strcmp(text, "123") == 0);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  text = malloc(4);
  together(prints, other);
  return 0;
}
