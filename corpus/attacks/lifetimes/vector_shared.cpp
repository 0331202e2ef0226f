/* The elements of a vector are filled by two threads, each its own half, and read after the joins. */
#include <cassert>
#include <numeric>
#include <thread>
#include <vector>

int main() {
  std::vector<int> cells(8);
  auto fills = [&cells](int from) {
    for (int i = from; i < from + 4; i++)
      cells[i] = i;
  };
  std::thread a(fills, 0), b(fills, 4);
  a.join();
  b.join();
  cells.push_back(100);
  assert(std::accumulate(cells.begin(), cells.end(), 0) == 128);
}
