// A promise carries a value (-DTHROWS: an exception; -DBROKEN: nothing, because it is destroyed).
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread other([promise = std::move(promise)]() mutable {
#ifdef THROWS
    promise.set_exception(std::make_exception_ptr(7));
#elif !defined BROKEN
    promise.set_value(7);
#endif
  });
  int got = 0;
  try {
    got = future.get();
  } catch (int thrown) {
    got = thrown;
  } catch (const std::future_error &error) {
    got = error.code() == std::future_errc::broken_promise ? 7 : 0;
  }
  assert(got == 7);
  other.join();
}
