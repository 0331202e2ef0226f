/* A thread of a thread ends the program while all others wait to join. */
#include "../threads.h"

static void *ends(void *arg) { exit(0); }

static void *starts(void *arg) {
  pthread_t own;
  pthread_create(&own, NULL, ends, NULL);
  pthread_join(own, NULL);
  assert(0);
  return NULL;
}

int main(void) {
  together(starts, starts);
  assert(0);
  return 0;
}
