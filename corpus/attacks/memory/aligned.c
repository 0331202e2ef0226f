/* What asks for an alignment gets it: on the stack, in globals, in thread-locals and on the heap. */
#include "../threads.h"

struct Line {
  _Alignas(64) char byte;
};

static _Alignas(128) char global;
static _Thread_local _Alignas(32) char own;
static struct Line lines[2];

static void *looks(void *arg) {
  _Alignas(256) char local = 0;
  char *volatile escaped = &local;
  struct Line *made = aligned_alloc(64, sizeof *made);
  assert((uintptr_t)escaped % 256 == 0);
  assert((uintptr_t)&own % 32 == 0);
  assert((uintptr_t)&global % 128 == 0);
  assert((uintptr_t)&lines[1].byte % 64 == 0);
  assert((uintptr_t)made % 64 == 0);
  free(made);
  return NULL;
}

int main(void) {
  together(looks, looks);
  return 0;
}
