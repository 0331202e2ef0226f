// C++ that uses pthreads and references.
#include <cassert>
#include <pthread.h>

namespace {
struct shared {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int counter = 0;
};

struct guard {
  pthread_mutex_t &mutex;
  explicit guard(pthread_mutex_t &m) : mutex(m) { pthread_mutex_lock(&mutex); }
  ~guard() { pthread_mutex_unlock(&mutex); }
};

void *work(void *argument) {
  auto &s = *static_cast<shared *>(argument);
  guard g(s.mutex);
  s.counter++;
  return nullptr;
}
} // namespace

int main() {
  shared s;
  pthread_t a, b;
  pthread_create(&a, nullptr, work, &s);
  pthread_create(&b, nullptr, work, &s);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  assert(s.counter == 2);
}
