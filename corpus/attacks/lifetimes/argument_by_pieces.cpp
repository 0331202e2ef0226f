/* Arguments are copied when the thread is made: later changes do not reach it, and move-only ones can be handed on. */
#include <array>
#include <cassert>
#include <memory>
#include <thread>
#include <tuple>
#include <vector>

static int sum;

static void adds(std::array<short, 3> array, std::vector<int> list, std::unique_ptr<int> one, const char *text) {
  sum = array[2] + list.back() + *one + text[1];
}

int main() {
  std::array<short, 3> array{1, 2, 3};
  std::vector<int> list{10, 20};
  auto one = std::make_unique<int>(100);
  char text[] = "ab";
  std::thread a(adds, array, list, std::move(one), text);
  array[2] = 0;
  list.clear();
  a.join();
  assert(sum == 3 + 20 + 100 + 'b');
}
