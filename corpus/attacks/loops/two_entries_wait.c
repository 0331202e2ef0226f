/* A loop with two entries that waits for two flags, entered in the middle or at the top: it ends either way. */
#include "../threads.h"

static atomic_int one, two, entry;

static void *sets(void *arg) {
  atomic_store(&one, 1);
  atomic_store(&two, 1);
  return NULL;
}

static void *spins(void *arg) {
  if (atomic_load(&entry))
    goto middle;
top:
  if (!atomic_load(&one))
    goto top;
middle:
  if (!atomic_load(&two))
    goto top;
  return NULL;
}

static void *enters(void *arg) {
  atomic_store(&entry, 1);
  return NULL;
}

int main(void) {
  pthread_t c;
  pthread_create(&c, NULL, enters, NULL);
  together(sets, spins);
  pthread_join(c, NULL);
  return 0;
}
