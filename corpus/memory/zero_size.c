/* Objects of no bytes have addresses of their own, and nothing in them. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *empty, *other;
static volatile int none;

static void *work(void *arg) {
  memcpy(empty, other, 0);
  memset(empty, 1, none);
#ifdef USE
  *empty = 1;
#endif
  return NULL;
}

int main(void) {
  empty = malloc(0);
  other = calloc(0, 8);
  assert(empty != other && empty != NULL);
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  free(empty);
  free(other);
  return 0;
}
