/* A std::thread that is destroyed while it can be joined ends the program by std::terminate. */
#include <thread>

int main() {
  std::thread a([] {});
}
