// Smaller ones: atomic_queue, TBB's spin mutexes, libcds, libatomic_ops.
#include <cassert>
#include <thread>
#if KIND == 1
#include <atomic_queue/atomic_queue.h>
atomic_queue::AtomicQueue2<int, 2> queue;
int main() {
  std::thread a([] { queue.push(1); }), b([] { queue.push(2); });
  std::thread takes([] {
    const int first = queue.pop(), second = queue.pop();
    assert(first + second == 3);
  });
  a.join();
  b.join();
  takes.join();
}
#elif KIND == 2 || KIND == 3
#if KIND == 2
#include <tbb/spin_mutex.h>
tbb::spin_mutex mutex;
#else
#include <tbb/spin_rw_mutex.h>
tbb::spin_rw_mutex mutex;
#endif
int count;
int main() {
  auto counts = [] {
    decltype(mutex)::scoped_lock lock(mutex);
    count++;
  };
  std::thread a(counts), b(counts);
  a.join();
  b.join();
  assert(count == 2);
}
#elif KIND == 4
#include <cds/container/vyukov_mpmc_cycle_queue.h>
int main() {
  cds::container::VyukovMPMCCycleQueue<int> queue(4);
  std::thread adds([&] { queue.enqueue(1); });
  int value = 0;
  while (!queue.dequeue(value)) {
  }
  assert(value == 1);
  adds.join();
}
#else
#include <atomic_ops.h>
AO_t sent, message;
int main() {
  std::thread sends([] {
    AO_store(&message, 42);
    AO_store_release(&sent, 1);
  });
  while (!AO_load_acquire(&sent)) {
  }
  assert(AO_load(&message) == 42);
  sends.join();
}
#endif
