// Thread-local objects are made when they are first used and destroyed in reverse order, before values of keys.
#include <cassert>
#include <pthread.h>
#include <thread>

int order[8], count;

struct Object {
  int name;
  explicit Object(int name) : name(name) { order[count++] = name; }
  ~Object() { order[count++] = -name; }
};

thread_local Object outer(1);
thread_local Object unused(9); // made with the other: both are of this file

void use() {
  thread_local Object inner(2);
  inner.name = 2;
}

void never(bool really) {
  if (really) {
    thread_local Object nobodys(3);
    nobodys.name = 3;
  }
}

pthread_key_t key;

int main() {
  pthread_key_create(&key, [](void *) { order[count++] = 99; });
  std::thread thread([] {
    pthread_setspecific(key, &key);
    outer.name = 1;
    use();
    use();
    never(false);
  });
  thread.join();
  const int expected[] = {1, 9, 2, -2, -9, -1, 99};
  assert(count == 7);
  for (int i = 0; i < 7; i++) assert(order[i] == expected[i]);
}
