/* A structure is read by memcpy while its last byte is written. */
#include "../threads.h"

static struct {
  int words[3];
  char last;
} shared;

static void *copies(void *arg) {
  char own[sizeof shared];
  memcpy(own, &shared, sizeof own);
  return NULL;
}

static void *writes(void *arg) {
  shared.last = 1;
  return NULL;
}

int main(void) {
  together(copies, writes);
  return 0;
}
