// Two threads grow a container without a lock. With LOCKED they take turns. A torn state of a vector has a random size,
// and some executions allocate too much; the others are explored.
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#ifdef LIST
static std::list<int> numbers;
#else
static std::vector<int> numbers;
#endif
static std::mutex lock;

static void grow(int number) {
#ifdef LOCKED
  std::lock_guard<std::mutex> guard(lock);
#endif
  numbers.push_back(number);
}

int main() {
  std::thread one(grow, 1), two(grow, 2);
  one.join();
  two.join();
}
