/* main ends as a thread with pthread_exit; what it started goes on and fails. */
#include "../threads.h"

static atomic_int flag;

static void *fails(void *arg) {
  while (!atomic_load(&flag))
    ;
  assert(arg == &flag + 1); /* fails */
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, fails, &flag);
  atomic_store(&flag, 1);
  pthread_exit(NULL);
}
