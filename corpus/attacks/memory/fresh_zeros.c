/* calloc after a free of the same size gives zeros, whatever the old object held. */
#include "../threads.h"

static void *works(void *arg) {
  for (int i = 0; i < 3; i++) {
    int *object = calloc(2, sizeof *object);
    assert(object[0] == 0 && object[1] == 0);
    object[0] = object[1] = -1;
    free(object);
  }
  return NULL;
}

int main(void) {
  together(works, works);
  return 0;
}
