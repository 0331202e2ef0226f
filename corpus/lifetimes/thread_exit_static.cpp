// A thread that ends while it makes a local static leaves that to the next one.
#include <cassert>
#include <pthread.h>

int tries;

struct Object {
  Object() {
    if (++tries == 1) pthread_exit(nullptr);
  }
};

void *run(void *) {
  static Object object;
  return &object;
}

int main() {
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, nullptr, run, nullptr);
    pthread_join(thread, &result);
    assert((result != nullptr) == (i > 0));
  }
  assert(tries == 2);
}
