/* Store buffering with __sync_synchronize in between. */
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int r[2];

static void *left(void *arg) {
  x = 1;
  __sync_synchronize();
  r[0] = y;
  return NULL;
}

static void *right(void *arg) {
  y = 1;
  __sync_synchronize();
  r[1] = x;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r[0] || r[1]);
  return 0;
}
