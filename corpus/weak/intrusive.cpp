/* An intrusive pointer: the thread that drops the last reference finishes the object. -DWEAK drops with release only. SC,
 * TSO, PSO: an atomic comes before what follows it, and a releasing one drains the buffers. RC11: the last one has
 * not acquired what the other wrote: a race on lines. ARMv8: lines may be read before the count. acq_rel is right. */
#include <atomic>
#include <cassert>
#include <thread>
#ifdef WEAK
#define DROP std::memory_order_release
#else
#define DROP std::memory_order_acq_rel
#endif

class Document {
  std::atomic<int> references{2};
  int lines[2] = {0, 0};

public:
  void write(int line) { lines[line] = 1; }
  void drop() {
    if (references.fetch_sub(1, DROP) == 1)
      assert(lines[0] + lines[1] == 2); /* saved when no thread uses it any more */
  }
};

static Document document;

static void edit(int line) {
  document.write(line);
  document.drop();
}

int main() {
  std::thread a(edit, 0), b(edit, 1);
  a.join();
  b.join();
}
