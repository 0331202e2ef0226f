/* Each thread raises its flag, then waits for the other's. Buffered stores reach memory at last, so no thread is stuck. */
#include <pthread.h>

static volatile int left_here, right_here;

static void *left(void *arg) {
  left_here = 1;
  while (!right_here)
    ;
  return NULL;
}

static void *right(void *arg) {
  right_here = 1;
  while (!left_here)
    ;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
