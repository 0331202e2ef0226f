/* Of all contents that allocated memory may have, one matters, in its second byte. */
#include <pthread.h>
#include <stdlib.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static unsigned char *data;

static void *worker(void *arg) {
  unsigned short copy;
  data[0] = 1;
  __builtin_memcpy(&copy, data, sizeof copy);
  __VERIFIER_assert(copy != 0x701);
  return 0;
}

int main(void) {
  pthread_t thread;
  data = malloc(2);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  free(data);
  return 0;
}
