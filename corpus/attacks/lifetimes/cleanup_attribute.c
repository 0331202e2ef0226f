/* A variable with a clean-up function gives its mutex back on every way out of its scope. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void unlocks(pthread_mutex_t **held) { pthread_mutex_unlock(*held); }

static int adds(int twice) {
  pthread_mutex_t *held __attribute__((cleanup(unlocks))) = &mutex;
  pthread_mutex_lock(held);
  count++;
  if (!twice)
    return count;
  count++;
  return count;
}

static void *one(void *arg) {
  adds(0);
  return NULL;
}

static void *two(void *arg) {
  adds(1);
  return NULL;
}

int main(void) {
  together(one, two);
  assert(count == 3);
  return 0;
}
