/* The state is a pointer through which another private pointer is moved: pointer to pointer to element. */
#include "../threads.h"

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  char text[4] = "abc";
  char *at = text + 3, **indirect = &at;
  while (!flag && **indirect != 'a')
    --*indirect;
  assert(at == text);
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}
