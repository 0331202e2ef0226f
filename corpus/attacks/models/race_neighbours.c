/* Neighbouring bytes are no race; neighbouring bit-fields are one location, and are. */
#include "../threads.h"

#ifdef FIELDS
static struct {
  unsigned one : 8, two : 8;
} pair;
#else
static struct {
  unsigned char one, two;
} pair;
#endif

static void *one(void *arg) {
  pair.one = 1;
  return NULL;
}

static void *two(void *arg) {
  pair.two = 2;
  return NULL;
}

int main(void) {
  together(one, two);
  return 0;
}
