/* A thread writes to a string literal that it got through a pointer of another type; a copy of it may be written. */
#include "../threads.h"

static char *volatile text;

static void *writes(void *arg) {
  text[0] = 'W'; /* fails */
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
#ifdef COPY
  static char own[] = "word";
  text = own;
#else
  text = (char *)"word";
#endif
  together(writes, other);
  return 0;
}
