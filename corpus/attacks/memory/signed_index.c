/* The byte 200 as a signed index is -56. */
#include "../threads.h"

static char *table;
static volatile unsigned char letter = 200;

static void *looks(void *arg) {
  signed char index = (signed char)letter;
  return (void *)(intptr_t)table[index]; /* fails */
}

static void *other(void *arg) { return NULL; }

int main(void) {
  table = calloc(1, 256);
  together(looks, other);
  return 0;
}
