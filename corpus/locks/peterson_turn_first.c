/* Peterson's lock with its two stores exchanged: wrong under every model. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *enter(void *arg) {
  long me = (long)arg, other = 1 - me;
  atomic_store(&turn, (int)other);
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, (void *)0L);
  pthread_create(&b, NULL, enter, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
