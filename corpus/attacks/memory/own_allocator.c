/* A program with its own malloc and free: memory that is given back is given out again, and ABA shows. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static long pool[2];
static atomic_int used[2];

static void *own_malloc(void) {
  for (int i = 0; i < 2; i++)
    if (!atomic_exchange(&used[i], 1))
      return &pool[i];
  return NULL;
}

static void own_free(void *at) { atomic_store(&used[(long *)at - pool], 0); }

static void *works(void *arg) {
  long *one = own_malloc();
  *one = 1;
  own_free(one);
  long *two = own_malloc();
  assert(two);
  *two = 2;
  own_free(two);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, works, NULL);
  pthread_create(&b, NULL, works, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
