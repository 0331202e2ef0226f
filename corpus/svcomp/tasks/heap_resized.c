/* What realloc adds has no value yet. */
#include <pthread.h>
#include <stdlib.h>
extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static int *data;

static void *grow(void *arg) {
  data = realloc(data, 2 * sizeof *data);
  return 0;
}

int main(void) {
  pthread_t thread;
  data = calloc(1, sizeof *data);
  pthread_create(&thread, 0, grow, 0);
  pthread_join(thread, 0);
  __VERIFIER_assert(data[0] == 0);
  __VERIFIER_assert(data[1] == 0);
  return 0;
}
