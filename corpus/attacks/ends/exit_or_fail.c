/* One thread ends the program, the other fails: who is first decides, so it can fail; and nothing else can. */
#include "../threads.h"

static void *ends(void *arg) { exit(0); }

static void *fails(void *arg) {
  assert(arg); /* fails */
  return NULL;
}

int main(void) {
  together(ends, fails);
  return 0;
}
