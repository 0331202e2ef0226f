/* A thread looks at the count once more after it gave its reference back. */
#include "../threads.h"

static atomic_int *count;

static void *drops(void *arg) {
  atomic_fetch_sub(count, 1);
  if (atomic_load(count) == 0 && arg == NULL) {
    int zero = 0;
    if (atomic_compare_exchange_strong(count, &zero, -1))
      free((void *)count);
  }
  return NULL;
}

int main(void) {
  count = malloc(sizeof *count);
  atomic_init(count, 2);
  together(drops, drops);
  return 0;
}
