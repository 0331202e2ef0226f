/* The destructor of a key fails, after its thread's function has returned. */
#include "../threads.h"

static pthread_key_t key;

static void fails(void *value) {
  assert(value == NULL); /* fails */
}

static void *uses(void *arg) {
  pthread_setspecific(key, &key);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_key_create(&key, fails);
  pthread_create(&a, NULL, uses, NULL);
  pthread_join(a, NULL);
  return 0;
}
