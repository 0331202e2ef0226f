// A condition for any lock: a thread waits for a message, or to be asked to stop (-DNOBODY: nobody sends or asks).
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <stop_token>
#include <thread>

static std::shared_mutex lock;
static std::condition_variable_any changed;
static bool sent;

int main() {
  std::stop_source source;
  std::thread other([&] {
    std::unique_lock holding(lock);
#ifdef STOPS
    const bool came = changed.wait(holding, source.get_token(), [] { return sent; });
    assert(!came);
#else
    changed.wait(holding, [] { return sent; });
    assert(sent);
#endif
  });
#ifdef STOPS
  source.request_stop();
#elif !defined NOBODY
  {
    std::unique_lock holding(lock);
    sent = true;
  }
  changed.notify_one();
#endif
  other.join();
}
