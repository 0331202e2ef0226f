// Vyukov's bounded queue for many producers and consumers. Calls wait while it is full or empty.
#include "sizes.h"
#include <atomic>
#include <fencepost/linearizable.h>
using namespace std;

template <class T, unsigned size> class Queue {
public:
  Queue() {
    for (unsigned i = 0; i < size; i++) cells[i].sequence.store(i, memory_order_relaxed);
  }
  bool push(T value) {
    unsigned at = end.load(memory_order_relaxed);
    for (;;) {
      Cell &cell = cells[at % size];
      int ahead = static_cast<int>(cell.sequence.load(ORDER(acquire, 1, relaxed)) - at);
      if (ahead < 0) return false;
      if (ahead > 0) at = end.load(memory_order_relaxed);
      else if (MUTANT == 5 ? (end.store(at + 1), true) : end.compare_exchange_strong(at, at + 1, memory_order_relaxed)) {
        if (MUTANT == 6) cell.sequence.store(at + 1, memory_order_release);
        cell.value = value;
        if (MUTANT != 6) cell.sequence.store(at + 1, ORDER(release, 2, relaxed));
        return true;
      }
    }
  }
  bool pop(T &value) {
    unsigned at = begin.load(memory_order_relaxed);
    for (;;) {
      Cell &cell = cells[at % size];
      int ahead = static_cast<int>(cell.sequence.load(ORDER(acquire, 3, relaxed)) - (at + 1));
      if (ahead < 0) return false;
      if (ahead > 0) at = begin.load(memory_order_relaxed);
      else if (begin.compare_exchange_strong(at, at + 1, memory_order_relaxed)) {
        value = cell.value;
        cell.sequence.store(at + size, ORDER(release, 4, relaxed));
        return true;
      }
    }
  }

private:
  struct Cell {
    atomic<unsigned> sequence;
    T value;
  };
  Cell cells[size];
  atomic<unsigned> begin{0}, end{0};
};

static Queue<int, 2> queue;
FENCEPOST_LINEARIZABLE(vyukov_mpmc)
FENCEPOST_CALLS(CALLS)
FENCEPOST_THREADS(THREADS)
#ifdef TRY
// A call that finds the queue empty may be wrong: an element is behind one that is not there yet.
static bool push(int value) { return queue.push(value); }
static int pop() {
  int value;
  return queue.pop(value) ? value : FENCEPOST_EMPTY;
}
FENCEPOST_OPERATION(push, FENCEPOST_DISTINCT(1, 2))
FENCEPOST_OPERATION(pop)
#else
static void push(int value) {
  while (!queue.push(value)) {}
}
static int pop() {
  int value;
  while (!queue.pop(value)) {}
  return value;
}
FENCEPOST_BLOCKING(push, FENCEPOST_DISTINCT(1, 2))
FENCEPOST_BLOCKING(pop)
#endif
