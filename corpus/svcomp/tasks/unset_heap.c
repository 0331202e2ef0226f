/* So may memory that was just allocated. */
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

static void *worker(void *arg) {
  __VERIFIER_assert(*data == 0 || *data == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  data = malloc(sizeof *data);
  pthread_create(&thread, 0, worker, 0);
  *data = 1;
  pthread_join(thread, 0);
  free(data);
  return 0;
}
