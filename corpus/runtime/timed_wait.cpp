// A wait with a deadline may end too early.
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main() {
  std::promise<void> promise;
  auto future = promise.get_future();
  std::thread thread([&] { promise.set_value(); });
  bool isReady = future.wait_for(std::chrono::seconds(1)) == std::future_status::ready;
  thread.join();
  assert(isReady);
}
