// A class whose destructor waits for its thread.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> worked{0};

class worker {
public:
  explicit worker(int amount) : thread_([amount] { worked.fetch_add(amount); }) {}
  ~worker() { thread_.join(); }
  worker(const worker &) = delete;

private:
  std::thread thread_;
};

int main() {
  {
    worker first(1), second(2);
  }
  assert(worked.load() == 3);
}
