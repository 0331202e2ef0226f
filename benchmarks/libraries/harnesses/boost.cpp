// Boost: lock-free containers, reference counts, a spin lock.
#include <cassert>
#include <thread>
#if KIND <= 4
#if KIND == 1
#include <boost/lockfree/spsc_queue.hpp>
boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> container;
#elif KIND == 2
#include <boost/lockfree/stack.hpp>
boost::lockfree::stack<int, boost::lockfree::capacity<4>> container;
#elif KIND == 3
#include <boost/lockfree/queue.hpp>
boost::lockfree::queue<int> container(4);
#else
#include <boost/lockfree/queue.hpp>
boost::lockfree::queue<int, boost::lockfree::capacity<4>> container;
#endif
int main() {
  std::thread adds([] {
    while (!container.push(1)) {
    }
    while (!container.push(2)) {
    }
  });
  std::thread takes([] {
    int a = 0, b = 0;
    while (!container.pop(a)) {
    }
    while (!container.pop(b)) {
    }
    assert(a + b == 3);
  });
  adds.join();
  takes.join();
}
#elif KIND == 5
#include <boost/make_shared.hpp>
#include <boost/shared_ptr.hpp>
int main() {
  auto three = boost::make_shared<int>(3);
  std::thread other([&] {
    auto copy = three;
    assert(*copy == 3);
  });
  {
    auto copy = three;
    assert(*copy == 3);
  }
  other.join();
  assert(three.use_count() == 1);
}
#else
#include <boost/smart_ptr/detail/spinlock.hpp>
boost::detail::spinlock lock = BOOST_DETAIL_SPINLOCK_INIT;
int count;
int main() {
  auto counts = [] {
    lock.lock();
    count++;
    lock.unlock();
  };
  std::thread a(counts), b(counts);
  a.join();
  b.join();
  assert(count == 2);
}
#endif
