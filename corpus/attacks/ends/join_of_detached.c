/* No thread may join a thread that has detached itself, as it certainly has before it opens the gate. */
#include "../threads.h"

static atomic_int gate;

static void *works(void *arg) {
  pthread_detach(pthread_self());
  atomic_store(&gate, 1);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, works, NULL);
  while (!atomic_load(&gate))
    ;
  pthread_join(a, NULL); /* fails */
  return 0;
}
