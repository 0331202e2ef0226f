/* memmove within one shared array, up and down. */
#include "../threads.h"

static unsigned char ring[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static void *moves(void *arg) {
  memmove(ring + 2, ring, 6);
  assert(memcmp(ring, "\1\2\1\2\3\4\5\6", 8) == 0);
  memmove(ring, ring + 3, 5);
  assert(memcmp(ring, "\2\3\4\5\6\4\5\6", 8) == 0);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, moves, NULL);
  pthread_join(a, NULL);
  assert(ring[0] == 2 && ring[7] == 6);
  return 0;
}
