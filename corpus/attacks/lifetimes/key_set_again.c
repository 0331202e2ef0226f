/* A destructor that sets its key again is called again, four times in all, as PTHREAD_DESTRUCTOR_ITERATIONS says. */
#include "../threads.h"
#include <limits.h>

static pthread_key_t key;
static int calls;

static void destroys(void *value) {
  calls++;
  pthread_setspecific(key, value);
}

static void *uses(void *arg) {
  pthread_setspecific(key, &calls);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_key_create(&key, destroys);
  pthread_create(&a, NULL, uses, NULL);
  pthread_join(a, NULL);
  assert(calls == 4);
  return 0;
}
