// A captured shared pointer no longer counts when its thread has been joined.
#include <cassert>
#include <memory>
#include <thread>

#ifdef ARGUMENT
void run(std::unique_ptr<int> own, std::shared_ptr<int> shared) { assert(*own == 1 && *shared == 1); }
#endif

int main() {
  auto shared = std::make_shared<int>(1);
#ifdef ARGUMENT
  std::thread thread(run, std::make_unique<int>(1), shared);
#else
  std::thread thread([shared] { assert(*shared == 1); });
#endif
  thread.join();
  assert(shared.use_count() == 1);
}
