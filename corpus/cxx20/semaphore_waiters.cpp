// Two threads wait for a permit each, and get one after the other. libstdc++ 12 wakes only one: the second release finds
// a permit that has not been taken yet, and takes that for a sign that nobody waits.
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> permits(0);

int main() {
  std::thread one([] { permits.acquire(); });
  std::thread two([] { permits.acquire(); });
  permits.release();
  permits.release();
  one.join();
  two.join();
}
