/* So does one that is assigned over. */
#include <thread>

int main() {
  std::thread a([] {});
  a = std::thread([] {});
  a.join();
}
