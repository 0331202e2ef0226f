/* Two threads come by a local static at once: one makes it, and the other waits until it is made. */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> made;

struct Table {
  Table() {
    made++;
    for (int i = 0; i < 2; i++)
      cell[i] = i + 1;
  }
  int cell[2];
};

static void uses() {
  static Table table;
  assert(table.cell[0] == 1 && table.cell[1] == 2);
}

int main() {
  std::thread a(uses), b(uses);
  a.join();
  b.join();
  assert(made == 1);
}
