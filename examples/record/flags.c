#include <pthread.h>
#include <stdio.h>

// Dekker's handshake without fences: under SC, at least one of the two sees the other's flag.
static int left, right, left_saw, right_saw;

static void *on_the_left(void *unused) {
  left = 1;
  left_saw = right;
  return unused;
}

static void *on_the_right(void *unused) {
  right = 1;
  right_saw = left;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, on_the_left, NULL);
  pthread_create(&second, NULL, on_the_right, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  printf("%d %d\n", left_saw, right_saw);
  return 0;
}
