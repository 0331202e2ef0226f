// The end of a thread passes through handlers for everything; -DSWALLOWED: one does not throw it again.
#include <cassert>
#include <pthread.h>

int destroyed;

struct Counted {
  ~Counted() { destroyed++; }
};

void *run(void *) {
  Counted outer;
  try {
    Counted inner;
    pthread_exit(&destroyed);
  } catch (...) {
    destroyed += 10;
#ifndef SWALLOWED
    throw;
#endif
  }
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, run, nullptr);
  void *result;
  pthread_join(thread, &result);
  assert(destroyed == 12 && result == &destroyed);
}
