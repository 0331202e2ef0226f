// pthread_exit destroys what the frames of the thread hold, then its thread-local objects, then the values of keys.
#include <cassert>
#include <cstdlib>
#include <memory>
#include <pthread.h>
#include <thread>

int order[16], count;

struct Named {
  int name;
  ~Named() { order[count++] = name; }
};

thread_local Named local{1};
pthread_key_t key;

int deep() {
  Named named{3};
  pthread_exit(reinterpret_cast<void *>(7));
}

void *run(void *) {
  Named named{4};
  local.name = 1;
  pthread_setspecific(key, &key);
  for (int i = 0; i < 3; i++) {
    Named each{10 + i};
    if (i == 1) deep();
  }
  return nullptr;
}

void check() {
  const int expected[] = {10, 3, 11, 4, 1, 2, 6, 5, 7, 1, 8};
#ifdef MAIN_EXITS
  const int most = 10;
#else
  const int most = 11;
#endif
  assert(count == most);
  for (int i = 0; i < most; i++) assert(order[i] == expected[i]);
}

int main() {
  atexit(check);
  pthread_key_create(&key, [](void *) { order[count++] = 2; });
  local.name = 1;
  pthread_t thread;
  void *result;
  pthread_create(&thread, nullptr, run, nullptr);
  pthread_join(thread, &result);
  assert(result == reinterpret_cast<void *>(7));
  std::thread other([resource = std::unique_ptr<Named>(new Named{5})] {
    Named named{6};
    pthread_exit(nullptr);
  });
  other.join();
  Named named{7};
#ifdef MAIN_EXITS
  pthread_exit(nullptr);
#endif
  static Named still{8};
}
