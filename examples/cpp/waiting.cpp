// A thread waits for a job.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable arrived;
int job;

void worker() {
  std::unique_lock guard(lock);
#ifdef PREDICATE
  arrived.wait(guard, [] { return job != 0; });
#else
  arrived.wait(guard);
#endif
  assert(job == 42);
}

int main() {
  std::thread thread(worker);
  {
    std::lock_guard guard(lock);
    job = 42;
  }
  arrived.notify_one();
  thread.join();
}
