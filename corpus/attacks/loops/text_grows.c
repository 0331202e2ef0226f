/* The state is the length of a string in a local buffer. */
#include "../threads.h"

static volatile int flag;

static void *sets(void *arg) {
  flag = 1;
  return NULL;
}

static void *spins(void *arg) {
  char text[16] = "";
  while (!flag && strlen(text) < 6)
    strcat(text, "ab");
  assert(strcmp(text, "ababab") != 0); /* fails */
  return NULL;
}

int main(void) {
  together(sets, spins);
  return 0;
}
