/* Each thread starts the next and ends before it; the last one, which is not joined, fails. */
#include "../threads.h"

static void *starts(void *arg) {
  intptr_t left = (intptr_t)arg;
  pthread_t next;
  assert(left > 0); /* fails */
  pthread_create(&next, NULL, starts, (void *)(left - 1));
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, starts, (void *)2);
  pthread_join(a, NULL);
  pthread_exit(NULL);
}
