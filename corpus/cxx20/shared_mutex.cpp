// Readers share a lock, a writer does not (-DACTS: a thread acts on what it saw under a lock that it has released).
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static int made, copy;

static void make() {
#ifdef ACTS
  bool missing;
  {
    std::shared_lock reading(lock);
    missing = made == 0;
  }
  if (missing) {
    std::unique_lock writing(lock);
    made++;
  }
#else
  std::unique_lock writing(lock);
  if (made == 0) made++;
#endif
}

int main() {
  std::thread other(make);
  make();
  {
    std::shared_lock reading(lock);
    copy = made;
  }
  other.join();
  assert(made == 1 && copy == 1);
}
