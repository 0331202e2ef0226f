/* The standard leaves a second join of a thread undefined. */
#include "../threads.h"

static void *works(void *arg) { return NULL; }

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, works, NULL);
  pthread_join(a, NULL);
  pthread_join(a, NULL); /* fails */
  return 0;
}
