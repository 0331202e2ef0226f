/* pthread_exit destroys locals from the inside out, then thread-local objects: 1 2 3. */
#include <cassert>
#include <pthread.h>

static int order;

struct Digit {
  int digit;
  ~Digit() { order = order * 10 + digit; }
};

static void inner() {
  Digit one{1};
  pthread_exit(nullptr);
}

static void *outer(void *) {
  static thread_local Digit three{3};
  Digit two{2};
  inner();
  return &three;
}

int main() {
  pthread_t a;
  pthread_create(&a, nullptr, outer, nullptr);
  pthread_join(a, nullptr);
  assert(order == 123);
}
