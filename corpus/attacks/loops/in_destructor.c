/* A key's destructor waits in a loop for main, which waits for nothing. */
#include "../threads.h"

static atomic_int flag;
static pthread_key_t key;

static void waits(void *value) {
  while (!atomic_load(&flag))
    ;
}

static void *uses(void *arg) {
  pthread_setspecific(key, &key);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_key_create(&key, waits);
  pthread_create(&a, NULL, uses, NULL);
  atomic_store(&flag, 1);
  pthread_join(a, NULL);
  return 0;
}
