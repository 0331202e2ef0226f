/* The destructor of a key ends the program, while main waits to join. */
#include "../threads.h"

static pthread_key_t key;

static void ends(void *value) { exit(0); }

static void *uses(void *arg) {
  pthread_setspecific(key, &key);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_key_create(&key, ends);
  pthread_create(&a, NULL, uses, NULL);
  pthread_join(a, NULL);
  assert(0);
  return 0;
}
