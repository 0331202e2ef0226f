/* An atomic pointer goes by elements: two threads claim different ones. */
#include <atomic>
#include <cassert>
#include <thread>

struct Element {
  int owner;
  long filler;
};

static Element elements[2];
static std::atomic<Element *> next{elements};

static void claims(int who) {
  Element *mine = next++;
  assert(mine->owner == 0);
  mine->owner = who;
}

int main() {
  std::thread a(claims, 1), b(claims, 2);
  a.join();
  b.join();
  assert(elements[0].owner + elements[1].owner == 3 && next == elements + 2);
}
