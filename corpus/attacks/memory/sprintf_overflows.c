/* sprintf of four digits into four bytes: no room for the zero. */
#include "../threads.h"
#include <stdio.h>

static char *text;

static void *prints(void *arg) {
  sprintf(text, "%d", 1234); /* fails */
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  text = malloc(4);
  together(prints, other);
  return 0;
}
