/* Two threads may draw the same ticket. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static int next, serving, inside;

static void *worker(void *arg) {
  int mine = next++;
  while (serving != mine)
    ;
  inside++;
  __VERIFIER_assert(inside == 1);
  inside--;
  serving++;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
