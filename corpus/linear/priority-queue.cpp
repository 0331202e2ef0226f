// A priority queue under a lock, and a flag that says whether it is empty, which is read without.
#include "sizes.h"
#include <atomic>
#include <fencepost/linearizable.h>
#include <mutex>
#include <optional>
#include <queue>
using namespace std;

static mutex lock_of_queue;
static priority_queue<int> elements;
static atomic<bool> none_left{true};

static void push(int value) {
  lock_guard<mutex> lock(lock_of_queue);
  none_left.store(false, memory_order_relaxed);
  elements.push(value);
}
static optional<int> pop() {
  // Who sees that it is empty does not need the lock.
  if (none_left.load(memory_order_relaxed)) return nullopt;
  unique_lock<mutex> lock(lock_of_queue, defer_lock);
  if (MUTANT != 2) lock.lock();
  // There may have been one: look again.
  if (elements.empty()) return nullopt;
  int value = elements.top();
  elements.pop();
  bool was_last = elements.empty();
  if (MUTANT == 1) lock.unlock();
  none_left.store(was_last, memory_order_relaxed);
  return value;
}

FENCEPOST_LINEARIZABLE(priority_queue)
FENCEPOST_CALLS(CALLS)
FENCEPOST_THREADS(THREADS)
FENCEPOST_OPERATION(push, FENCEPOST_RANGE(1, 2))
FENCEPOST_OPERATION(pop)
