// Threads of C++: a queue with a condition variable, a local static, call_once, a future; and a shared library.
#include <thread>
#include <mutex>
#include <condition_variable>
#include <atomic>
#include <vector>
#include <queue>
#include <future>
#include <cstdio>
#include <string>
std::mutex m; std::condition_variable cv; std::queue<int> q; std::atomic<int> sum{0}; std::atomic<char> c8; std::atomic<short> c16; std::atomic<long> c64;
struct S { S() { std::this_thread::yield(); v = 42; } int v; };
S &single() { static S s; return s; }
std::once_flag once;
extern "C" void count(int by);
extern "C" int total;
int main() {
  std::vector<std::thread> ts;
  for (int i = 0; i < 3; i++) ts.emplace_back([i] {
    std::call_once(once, [] { c64 = 7; });
    for (;;) { std::unique_lock<std::mutex> l(m); cv.wait(l, [] { return !q.empty(); }); int v = q.front(); q.pop(); l.unlock(); if (v < 0) break; sum += v; l.lock(); count(3); l.unlock(); c8++; c16 += 2; c64 -= 1; std::string s = std::to_string(v); sum += (int)s.size() + single().v; }
  });
  for (int i = 0; i < 50; i++) { std::lock_guard<std::mutex> l(m); q.push(i); cv.notify_one(); }
  for (int i = 0; i < 3; i++) { std::lock_guard<std::mutex> l(m); q.push(-1); cv.notify_all(); }
  auto f = std::async(std::launch::async, [] { return 5; });
  int got = f.get();
  for (auto &t : ts) t.join();
  printf("%d %d %d %ld %d %d\n", sum.load(), c8.load(), c16.load(), c64.load(), got, total);
}
