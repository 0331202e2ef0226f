/* Store buffering with a try for a mutex that main has, in between: it fails, so that glibc only loads, and drains nothing. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int x, y;
static int seen_x, seen_y;

static void *one(void *arg) {
  x = 1;
  assert(pthread_mutex_trylock(&mutex) != 0);
  seen_y = y;
  return NULL;
}

static void *two(void *arg) {
  y = 1;
  assert(pthread_mutex_trylock(&mutex) != 0);
  seen_x = x;
  return NULL;
}

int main(void) {
  pthread_mutex_lock(&mutex);
  together(one, two);
  assert(seen_x || seen_y);
  return 0;
}
