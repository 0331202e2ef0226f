/* A thread waits for a flag that the other sets when it has joined it. */
#include "../threads.h"

static pthread_t first;
static atomic_int flag;

static void *waits(void *arg) {
  while (!atomic_load(&flag))
    ;
  return NULL;
}

static void *joins(void *arg) {
  pthread_join(first, NULL);
  atomic_store(&flag, 1);
  return NULL;
}

int main(void) {
  pthread_t b;
  pthread_create(&first, NULL, waits, NULL);
  pthread_create(&b, NULL, joins, NULL);
  pthread_join(b, NULL);
  return 0;
}
