/* Plain char is signed on x86-64, long has 64 bits, wchar_t 32. */
#include "../threads.h"
#include <limits.h>
#include <wchar.h>

static volatile char letter = (char)200;

static void *looks(void *arg) {
  assert(letter < 0 && letter == -56);
  assert(sizeof(long) == 8 && LONG_MAX == INT64_MAX && sizeof(wchar_t) == 4 && (wchar_t)-1 < 0);
  assert(sizeof(void *) == 8 && sizeof(size_t) == 8 && sizeof(pthread_mutex_t) == 40);
  assert((letter >> 1) == -28 && (unsigned char)letter >> 1 == 100);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(looks, other);
  return 0;
}
