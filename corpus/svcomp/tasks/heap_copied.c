/* Memory without a value is copied to a variable. One of its values matters. */
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

struct pair {
  int first;
  int second;
};

static void *worker(void *arg) {
  struct pair *made = malloc(sizeof *made);
  made->first = 1;
  struct pair copy = *made;
  __VERIFIER_assert(copy.first == 1 && copy.second != 7);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
