/* The word goes 1, 0, 2 while a thread waits for 2: it may see any of them on the way. */
#include "../threads.h"

static volatile short word;

static void *changes(void *arg) {
  word = 1;
  word = 0;
  word = 2;
  return NULL;
}

static void *waits(void *arg) {
  while (word != 2)
    ;
  return NULL;
}

int main(void) {
  together(changes, waits);
  return 0;
}
