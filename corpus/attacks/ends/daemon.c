/* A detached poller without end is ended by the end of main. */
#include "../threads.h"

static atomic_int request, answer;

static void *serves(void *arg) {
  for (;;)
    if (atomic_load(&request) && !atomic_load(&answer))
      atomic_store(&answer, 1);
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, serves, NULL);
  pthread_detach(a);
  atomic_store(&request, 1);
  while (!atomic_load(&answer))
    ;
  return 0;
}
