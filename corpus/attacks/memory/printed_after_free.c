/* The string is printed after it was freed. */
#include "../threads.h"
#include <stdio.h>

static char *text;

static void *frees(void *arg) {
  free(text);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  text = strdup("gone");
  together(frees, other);
  puts(text); /* fails */
  return 0;
}
