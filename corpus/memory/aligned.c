/* Objects and variables are as aligned as they are asked to be. */
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define ALIGNED(pointer, to) assert(((uintptr_t)(pointer) & ((to) - 1)) == 0)

struct line { _Alignas(64) int cells[3]; };

static _Alignas(128) char global[3], beside[3];
static _Thread_local char small;
static _Thread_local struct line own;
static struct line *volatile published;

static void by_value(struct line copy) {
  published = &copy;
  ALIGNED(published, 64);
}

static void *work(void *arg) {
  char odd = 0;
  struct line line = {{0}};
  _Alignas(256) char wide[5];
  char *volatile kept[] = {&odd, wide, &small, (char *)&own};
  published = &line;
  ALIGNED(published, 64);
  ALIGNED(kept[1], 256);
  ALIGNED(kept[3], 64);
  by_value(line);
  for (int i = 0; i < 3; i++) {
    ALIGNED(malloc(1), 16);
    ALIGNED(aligned_alloc(32, 32), 32);
    ALIGNED(aligned_alloc(4096, 4096), 4096);
    ALIGNED(memalign(512, 1), 512);
    ALIGNED(valloc(10), 4096);
    void *place;
    assert(posix_memalign(&place, 1024, 3) == 0);
    ALIGNED(place, 1024);
    assert(posix_memalign(&place, 24, 3) == EINVAL && posix_memalign(&place, 0, 3) == EINVAL);
    char *bytes = aligned_alloc(64, 64);
    bytes[63] = 1;
#ifdef BEYOND
    bytes[64] = 1;
#endif
    free(bytes);
  }
  return NULL;
}

int main(void) {
  ALIGNED(global, 128);
  ALIGNED(beside, 128);
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
