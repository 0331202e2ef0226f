/* A loop without an exit does something else in its third round. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag, full;

static void *spin(void *arg) {
  int n = 0;
  for (;;) {
    if (n == 2)
      atomic_store(&full, 1);
    n++;
    (void)atomic_load(&flag);
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, spin, NULL);
  assert(!atomic_load(&full));
  exit(0);
}
