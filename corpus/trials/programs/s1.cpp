#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
using namespace std; using namespace std::chrono_literals;
mutex a, b; int n; recursive_mutex rm; timed_mutex tmu; shared_mutex sm; condition_variable_any cva; condition_variable cv; bool go;
int main() {
#if Q == 1
  thread t([] { scoped_lock l(a, b); n++; }), u([] { scoped_lock l(b, a); n++; }); t.join(); u.join(); assert(n == 2);
#elif Q == 2
  thread t([] { lock_guard<mutex> l(a); lock_guard<mutex> k(b); n++; }), u([] { lock_guard<mutex> l(b); lock_guard<mutex> k(a); n++; }); t.join(); u.join();
#elif Q == 3
  thread t([] { lock_guard<recursive_mutex> l(rm); lock_guard<recursive_mutex> k(rm); n++; }), u([] { unique_lock<timed_mutex> l(tmu, 10ms); if (l) n += 0; }); t.join(); u.join(); assert(n == 1);
#elif Q == 4
  thread t([] { shared_lock<shared_mutex> l(sm); cva.wait(l, [] { return go; }); }); { unique_lock<shared_mutex> l(sm); go = true; } cva.notify_all(); t.join();
#elif Q == 5
  thread t([] { unique_lock<mutex> l(a); if (!cv.wait_for(l, 5ms, [] { return go; })) n = -1; else n = 1; }); { lock_guard<mutex> l(a); go = true; } cv.notify_one(); t.join(); assert(n == 1);
#elif Q == 6 // lost wakeup: flag set without lock
  static atomic<bool> f{false}; thread t([] { unique_lock<mutex> l(a); while (!f) cv.wait(l); }); f = true; cv.notify_one(); t.join();
#endif
}
