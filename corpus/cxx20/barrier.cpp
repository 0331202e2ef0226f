// Each phase of a barrier ends with its completion, which alone may touch the sum (-DDROPS: a thread leaves the barrier
// after the first phase).
#include <barrier>
#include <cassert>
#include <thread>

static int parts[2], sum;

static void add() noexcept { sum += parts[0] + parts[1]; }

static std::barrier<void (*)() noexcept> phase(2, add);

int main() {
  std::thread other([] {
    parts[1] = 1;
#ifdef DROPS
    phase.arrive_and_drop();
#else
    phase.arrive_and_wait();
    parts[1] = 2;
    phase.arrive_and_wait();
#endif
  });
  parts[0] = 1;
  phase.arrive_and_wait();
  assert(sum == 2);
  parts[0] = 2;
  phase.arrive_and_wait();
#ifdef DROPS
  assert(sum == 5);
#else
  assert(sum == 6);
#endif
  other.join();
}
