/* The address of one thread's thread-local object may be used by another while it lives. */
#include <atomic>
#include <cassert>
#include <thread>

static thread_local std::atomic<int> own{3};
static std::atomic<std::atomic<int> *> published;
static std::atomic<bool> done;

int main() {
  std::thread a([] {
    published = &own;
    while (!done)
      ;
    assert(own == 4);
  });
  std::atomic<int> *theirs;
  while (!(theirs = published))
    ;
  assert(theirs != &own && own == 3);
  *theirs = 4;
  done = true;
  a.join();
  assert(own == 4); // fails
}
