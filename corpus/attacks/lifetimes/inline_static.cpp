/* Static members of a template, one for each type, made before main or when first used. */
#include <atomic>
#include <cassert>
#include <thread>

template <class T> struct Counter {
  static inline std::atomic<int> count{10};
  static int next() {
    static std::atomic<int> base{static_cast<int>(sizeof(T)) * 100};
    return base++ + count++;
  }
};

int main() {
  int one = 0, two = 0;
  std::thread a([&] { one = Counter<char>::next(); });
  std::thread b([&] { two = Counter<int>::next(); });
  a.join();
  b.join();
  assert(one == 110 && two == 410);
  assert(Counter<char>::count == 11 && Counter<int>::count == 11);
}
