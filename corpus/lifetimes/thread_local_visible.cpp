// A destructor at the end of a thread does several things that others see, and the thread still has its result.
#include <atomic>
#include <cassert>
#include <pthread.h>

std::atomic<int> first{0}, second{0};

struct Object {
  int value = 1;
  ~Object() {
    first.store(value);
    second.store(first.load() + 1);
  }
};

thread_local Object object;

void *run(void *) {
  object.value = 5;
  return &second;
}

int main() {
  pthread_t thread;
  void *result;
  pthread_create(&thread, nullptr, run, nullptr);
  pthread_join(thread, &result);
  assert(first == 5 && second == 6);
  assert(result == &second);
}
