// A semaphore with one permit guards a counter (-DTWO: two permits guard nothing). A semaphore without permits publishes
// a message (-DMESSAGE).
#include <cassert>
#include <semaphore>
#include <thread>

#ifdef TWO
static std::counting_semaphore<2> permits(2);
#else
static std::binary_semaphore permits(1);
#endif
static std::binary_semaphore sent(0);
static int value;

static void increment() {
  permits.acquire();
  value++;
  permits.release();
}

int main() {
#ifdef MESSAGE
  std::thread other([] {
    value = 1;
    sent.release();
  });
  sent.acquire();
  assert(value == 1);
  other.join();
#else
  std::thread other(increment);
  increment();
  other.join();
  assert(value == 2);
#endif
}
