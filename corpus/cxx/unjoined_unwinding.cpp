/* The exception has a handler. On its way there, the destructor of a thread that was not joined calls std::terminate. */
#include <thread>

int main() {
  try {
    std::thread other([] {});
    throw 1;
  } catch (int) {
  }
}
