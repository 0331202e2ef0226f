/* An index that another thread moves out of range after it was checked. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *cells;
static atomic_int index_;

static void *moves(void *arg) {
  atomic_store(&index_, 2);
  return NULL;
}

static void *uses(void *arg) {
  if (atomic_load(&index_) < 2)
    cells[atomic_load(&index_)] = 1; /* may be 2 by now */
  return NULL;
}

int main(void) {
  cells = malloc(2 * sizeof *cells);
  pthread_t a, b;
  pthread_create(&a, NULL, moves, NULL);
  pthread_create(&b, NULL, uses, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
