/* A std::jthread joins at the end of its scope: what it did is visible behind it. */
#include <cassert>
#include <thread>

static int data;

int main() {
  {
    std::jthread a([] { data = 5; });
  }
  assert(data == 5);
}
