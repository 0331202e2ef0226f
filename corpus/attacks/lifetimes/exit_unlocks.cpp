/* pthread_exit unwinds the thread: the guard gives the mutex back, so the other one gets it. */
#include <mutex>
#include <pthread.h>
#include <thread>

static std::mutex mutex;

static void leave() { pthread_exit(nullptr); }

static void *locks(void *) {
  std::lock_guard<std::mutex> guard(mutex);
  leave();
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, locks, nullptr);
  pthread_create(&b, nullptr, locks, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
