// liburcu, quiescent states: a reader, and a writer that frees what it has removed.
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <urcu/urcu-qsbr.h>

struct value {
  int one;
};
static struct value *shared;

static void *reader(void *unused) {
  urcu_qsbr_register_thread();
  struct value *seen = rcu_dereference(shared);
  if (seen) assert(seen->one == 1);
  urcu_qsbr_unregister_thread();
  return unused;
}

int main(void) {
  shared = malloc(sizeof *shared);
  shared->one = 1;
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  struct value *old = rcu_xchg_pointer(&shared, NULL);
  urcu_qsbr_synchronize_rcu();
  free(old);
  pthread_join(thread, 0);
}
