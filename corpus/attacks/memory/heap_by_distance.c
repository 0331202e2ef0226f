/* A byte before or behind a heap object, by any distance, though other objects of the same kind lie around it. */
#include "../threads.h"
#ifndef DISTANCE
#define DISTANCE 16
#endif

static char *volatile object[3];

static void *writes(void *arg) {
  char *middle = object[1];
  middle[DISTANCE] = 1; /* fails */
  return NULL;
}

static void *reads(void *arg) {
  return object[0] + object[2][3];
}

int main(void) {
  for (int i = 0; i < 3; i++)
    object[i] = calloc(1, 16);
  together(writes, reads);
  return 0;
}
