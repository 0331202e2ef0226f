/* The routine of pthread_once ends the program; who waits for it to be done is gone, too. */
#include "../threads.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void ends(void) { exit(0); }

static void *calls(void *arg) {
  pthread_once(&once, ends);
  assert(0);
  return NULL;
}

int main(void) {
  together(calls, calls);
  assert(0);
  return 0;
}
