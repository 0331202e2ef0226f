// pthread_exit in a constructor: what is complete is destroyed, what is not is not, and memory is given back.
#include <cassert>
#include <pthread.h>

int made, destroyed;

struct Part {
  Part() {
    if (made == 2) pthread_exit(nullptr);
    made++;
  }
  ~Part() { destroyed++; }
};

struct Whole {
  Part first, second;
};

struct Never {
  explicit Never(int) { pthread_exit(nullptr); }
};

struct Complete {
  ~Complete() { destroyed++; }
};

void *parts(void *) {
  Whole whole[2];
  return nullptr;
}

void *allocated(void *) {
  Complete complete;
  return new Never(1);
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, parts, nullptr);
  pthread_join(thread, nullptr);
  assert(made == 2 && destroyed == 2);
  pthread_create(&thread, nullptr, allocated, nullptr);
  pthread_join(thread, nullptr);
  assert(destroyed == 3);
}
