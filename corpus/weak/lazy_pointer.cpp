/* A lazily made object, found by a pointer: with -DWEAK by a relaxed load before the lock is taken. SC, TSO, PSO:
 * loads stay in order. RC11: a thread that finds it without the mutex has not acquired it: a race on size. ARMv8 (without
 * dependencies): size may be read before the pointer. std::memory_order_acquire is right. */
#include <atomic>
#include <cassert>
#include <thread>
#include <mutex>
#ifdef WEAK
#define FIND std::memory_order_relaxed
#else
#define FIND std::memory_order_acquire
#endif

struct Cache {
  int size = 0;
};

static Cache storage;
static std::atomic<Cache *> cache;
static std::mutex mutex;

static Cache *get() {
  Cache *found = cache.load(FIND);
  if (found == nullptr) {
    std::lock_guard<std::mutex> guard(mutex);
    found = cache.load(std::memory_order_relaxed);
    if (found == nullptr) {
      storage.size = 64;
      found = &storage;
      cache.store(found, std::memory_order_release);
    }
  }
  return found;
}

static void use() { assert(get()->size == 64); }

int main() {
  std::thread a(use), b(use);
  a.join();
  b.join();
}
