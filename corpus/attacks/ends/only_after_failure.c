/* The second assertion can only fail when the first has: it is never the first failure. */
#include "../threads.h"

static atomic_int failed;

static void *one(void *arg) {
  atomic_store(&failed, 1);
  assert(arg != NULL); /* fails */
  atomic_store(&failed, 0);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, one, NULL);
  pthread_join(a, NULL);
  assert(!atomic_load(&failed));
  return 0;
}
