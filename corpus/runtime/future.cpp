// Futures: of a promise, of std::async (-DASYNC), of a task (-DTASK); with an exception (-DTHROWN), without a value (-DNEVER).
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
#ifdef ASYNC
  auto future = std::async(std::launch::async, [] { return 42; });
  assert(future.get() == 42);
#elif defined TASK
  std::packaged_task<int(int)> task([](int x) { return x + 1; });
  auto future = task.get_future();
  std::thread thread(std::move(task), 41);
  assert(future.get() == 42);
  thread.join();
#elif defined THROWN
  auto future = std::async(std::launch::async, []() -> int { throw std::runtime_error("task"); });
  bool caught = false;
  try {
    future.get();
  } catch (const std::runtime_error &) {
    caught = true;
  }
  assert(caught);
#else
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread thread([&] {
#ifndef NEVER
    promise.set_value(42);
#endif
  });
  assert(future.get() == 42);
  thread.join();
#endif
}
