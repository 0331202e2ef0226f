/* memcpy of 13 bytes into 12. */
#include "../threads.h"
#ifndef SIZE
#define SIZE 13
#endif

static char *to;
static const char from[16] = "fifteen letters";

static void *copies(void *arg) {
  memcpy(to, from, SIZE); /* fails */
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  to = malloc(12);
  together(copies, other);
  return 0;
}
