/* A detached thread may fail before main ends, or not come to it. */
#include "../threads.h"

static void *fails(void *arg) {
  pthread_detach(pthread_self());
  assert(arg); /* fails */
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, fails, NULL);
  return 0;
}
