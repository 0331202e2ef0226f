/* More data than there is room for below the addresses of objects. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char large[300u << 20];
static char *heap;

static void *work(void *arg) {
  heap[0] = large[0] = 1;
  large[sizeof large - 1] = 2;
#ifdef BEYOND
  large[sizeof large] = 2;
#endif
  return NULL;
}

int main(void) {
  heap = calloc(1, 64);
  assert(heap < large || heap >= large + sizeof large);
  memset(large, 3, 1 << 20);
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  assert(heap[0] == 1 && large[1] == 3 && large[sizeof large - 1] == 2 && heap[1] == 0);
  return 0;
}
