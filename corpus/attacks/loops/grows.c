/* The state is the size of a heap object that realloc lets grow; the loop ends when it is large. */
#include "../threads.h"

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  size_t size = 4;
  char *text = calloc(1, size);
  while (!flag && size < 40) {
    size *= 2;
    text = realloc(text, size);
    text[size - 1] = 1;
  }
  free(text);
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}
