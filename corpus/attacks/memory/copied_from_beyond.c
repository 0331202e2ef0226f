/* memcpy reads nine bytes of an object of eight. */
#include "../threads.h"

static char *from;

static void *copies(void *arg) {
  char to[16];
  memcpy(to, from, 9); /* fails */
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  from = calloc(1, 8);
  together(copies, other);
  return 0;
}
