/* A length of 2 ** 32 + 4 is not a length of 4. */
#include "../threads.h"

static char *bytes;
static char other_bytes[16];
static volatile size_t length = (UINT64_C(1) << 32) + 4;

static void *copies(void *arg) {
#if defined MOVE
  memmove(bytes, other_bytes, length); /* here */
#elif defined READ
  return memchr(bytes, 'x', length); /* here */
#else
  memcpy(bytes, other_bytes, length); /* here */
#endif
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  bytes = calloc(1, 16);
  together(copies, other);
  return 0;
}
