// A waiting loop reads an object before anybody knows that another thread writes to it.
#include <atomic>
#include <cassert>
#include <thread>

struct Mailbox {
  std::atomic<unsigned> taken{0}, put{0};
  int slot[2] = {};
};

static bool take(Mailbox *box, int *value) {
  unsigned taken = box->taken.load(std::memory_order_relaxed);
  if (taken == box->put.load(std::memory_order_acquire))
    return false;
  *value = box->slot[taken % 2];
  box->taken.store(taken + 1, std::memory_order_release);
  return true;
}

static bool put(Mailbox *box, int value) {
  unsigned put = box->put.load(std::memory_order_relaxed);
  if (put - box->taken.load(std::memory_order_acquire) == 2)
    return false;
  box->slot[put % 2] = value;
  box->put.store(put + 1, std::memory_order_release);
  return true;
}

int main() {
#if WAY == 1 // on the heap, captured by value
  Mailbox *box = new Mailbox;
  std::thread producer([box] { put(box, 7); });
#elif WAY == 2 // on the heap, captured by reference
  Mailbox *box = new Mailbox;
  std::thread producer([&box] { put(box, 7); });
#elif WAY == 3 // a local, captured by reference
  Mailbox local, *box = &local;
  std::thread producer([&local] { put(&local, 7); });
#else // two rounds
  Mailbox *box = new Mailbox;
  std::thread producer([box] {
    for (int i = 1; i <= 2; i++)
      while (!put(box, 7)) {
      }
  });
#endif
  int value;
  while (!take(box, &value)) {
  }
  assert(value == 7);
#if WAY == 4
  while (!take(box, &value)) {
  }
#endif
  producer.join();
}
