/* A member four mebibytes into a structure at address null. */
#include "../threads.h"

struct Large {
  char filler[4 << 20];
  int member;
};

static struct Large *volatile object;

static void *reads(void *arg) { return (void *)(intptr_t)object->member; /* fails */ }

static void *other(void *arg) { return NULL; }

int main(void) {
  together(reads, other);
  return 0;
}
