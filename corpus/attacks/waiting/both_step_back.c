/* Each waits for the other unless it sees that it came first; with both stores in the buffers both believe that, and both wait at the end. */
#include "../threads.h"

static volatile int here[2];
static atomic_int firsts;

static void *comes(void *arg) {
  int own = (int)(intptr_t)arg;
  here[own] = 1;
  if (!here[1 - own])
    atomic_fetch_add(&firsts, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, comes, (void *)0);
  pthread_create(&b, NULL, comes, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  while (atomic_load(&firsts) == 2)
    ;
  return 0;
}
