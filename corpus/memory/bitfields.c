/* Two bit-fields of one word are one memory location: setting one can undo the other. */
#include <assert.h>
#include <pthread.h>

static struct {
  unsigned left : 4;
  unsigned right : 4;
} shared;

static void *sets_left(void *arg) {
  shared.left = 3;
  return NULL;
}

static void *sets_right(void *arg) {
  shared.right = 5;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sets_left, NULL);
  pthread_create(&b, NULL, sets_right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(shared.left == 3 && shared.right == 5);
  return 0;
}
