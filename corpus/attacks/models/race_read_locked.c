/* Readers under read locks and a writer under the write lock do not race; a reader that writes does. */
#include "../threads.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value, hits;

static void *reads(void *arg) {
  pthread_rwlock_rdlock(&lock);
  int seen = value;
#ifdef WRITE
  hits++;
#endif
  pthread_rwlock_unlock(&lock);
  return (void *)(intptr_t)seen;
}

static void *writes(void *arg) {
  pthread_rwlock_wrlock(&lock);
  value++;
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t c;
  pthread_create(&c, NULL, writes, NULL);
  together(reads, reads);
  pthread_join(c, NULL);
  return 0;
}
