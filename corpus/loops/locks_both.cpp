// `std::scoped_lock` and `std::lock` of several mutexes, in different orders.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b, c;
static int counter;

static void one() {
#ifdef LOCK
  std::lock(a, b);
  std::lock_guard<std::mutex> first(a, std::adopt_lock), second(b, std::adopt_lock);
#elif defined(UNIQUE)
  std::unique_lock<std::mutex> first(a, std::defer_lock), second(b, std::defer_lock);
  std::lock(first, second);
#elif defined(THREE)
  std::scoped_lock all(a, b, c);
#else
  std::scoped_lock both(a, b);
#endif
  counter++;
}

static void other() {
#ifdef KEEPS
  a.lock();
#elif defined(LOCK)
  std::lock(b, a);
  std::lock_guard<std::mutex> first(b, std::adopt_lock), second(a, std::adopt_lock);
#elif defined(UNIQUE)
  std::unique_lock<std::mutex> first(b, std::defer_lock), second(a, std::defer_lock);
  std::lock(first, second);
#elif defined(THREE)
  std::scoped_lock all(c, a, b);
#else
  std::scoped_lock both(b, a);
#endif
  counter++;
}

#ifdef THREE
static void third() {
  std::scoped_lock all(b, c);
  counter++;
}
#endif

int main() {
  std::thread s(one), t(other);
#ifdef THREE
  std::thread u(third);
  u.join();
  const int expected = 3;
#else
  const int expected = 2;
#endif
  s.join();
  t.join();
#ifdef WRONG
  assert(counter == 1); // fails
#else
  assert(counter == expected);
#endif
}
