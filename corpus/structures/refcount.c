/* A counted object: the last owner frees it. -DPLAIN counts without atomics: freed twice, never, or while in use. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
#ifdef PLAIN
  int owners;
#else
  atomic_int owners;
#endif
  int data;
};

static struct object *shared;
static int freed[2];

static void *release(void *arg) {
#ifdef PLAIN
  int left = --shared->owners;
#else
  int left = atomic_fetch_sub(&shared->owners, 1) - 1;
#endif
  if (left == 0) {
    freed[(long)arg] = 1;
    free(shared);
  }
  return NULL;
}

int main(void) {
  shared = malloc(sizeof *shared);
  shared->owners = 2;
  shared->data = 1;
  pthread_t a, b;
  pthread_create(&a, NULL, release, (void *)0L);
  pthread_create(&b, NULL, release, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(freed[0] + freed[1] == 1);
  return 0;
}
