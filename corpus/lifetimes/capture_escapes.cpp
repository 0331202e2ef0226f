// A pointer into the callable outlives it.
#include <atomic>
#include <thread>

std::atomic<int *> leaked{nullptr};

int main() {
  std::thread thread([value = 3]() mutable { leaked = &value; });
#ifdef DETACHED
  thread.detach();
  int *pointer;
  while ((pointer = leaked.load()) == nullptr) {
  }
  return *pointer;
#else
  thread.join();
#ifdef WRITES
  *leaked.load() = 4;
#endif
  return *leaked.load();
#endif
}
