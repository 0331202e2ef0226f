// A ring for one producer and one consumer (Lamport), as a template.
#include "sizes.h"
#include <atomic>
#include <fencepost/linearizable.h>
using namespace std;

template <class T, unsigned size> class Ring {
public:
  bool push(T value) {
    unsigned t = tail.load(memory_order_relaxed);
    if (t - head.load(ORDER(acquire, 1, relaxed)) == (MUTANT == 5 ? size + 1 : size)) return false;
    if (MUTANT == 4) tail.store(t + 1, memory_order_release);
    slots[t % size] = value;
    if (MUTANT != 4) tail.store(t + 1, ORDER(release, 2, relaxed));
    return true;
  }
  bool pop(T &value) {
    unsigned h = head.load(memory_order_relaxed);
    if (h == tail.load(ORDER(acquire, 3, relaxed))) return false;
    if (MUTANT == 6) head.store(h + 1, memory_order_release);
    value = slots[h % size];
    if (MUTANT != 6) head.store(h + 1, memory_order_release);
    return true;
  }

private:
  atomic<unsigned> head{0}, tail{0};
  T slots[size];
};

static Ring<int, 2> ring;
static bool push(int value) { return ring.push(value); }
static int pop() {
  int value;
  return ring.pop(value) ? value : FENCEPOST_EMPTY;
}

FENCEPOST_LINEARIZABLE(spsc_ring)
FENCEPOST_CALLS(CALLS)
FENCEPOST_OPERATION(push, FENCEPOST_DISTINCT(1, 2))
FENCEPOST_OPERATION(pop)
FENCEPOST_ROLE(producer, push)
FENCEPOST_ROLE(consumer, pop)
