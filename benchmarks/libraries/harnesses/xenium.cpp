// xenium: queues with reclamation, a deque, a sequence lock.
#include <array>
#include <cassert>
#include <functional>
#include <thread>
#if KIND <= 2
#include <xenium/michael_scott_queue.hpp>
#if KIND == 1
#include <xenium/reclamation/hazard_pointer.hpp>
using Reclaimer = xenium::reclamation::hazard_pointer<>;
#else
#include <xenium/reclamation/generic_epoch_based.hpp>
using Reclaimer = xenium::reclamation::generic_epoch_based<>;
#endif
xenium::michael_scott_queue<int, xenium::policy::reclaimer<Reclaimer>> queue;
int main() {
  std::thread adds([] { queue.push(1); });
  int value = 0;
  if (queue.try_pop(value)) assert(value == 1);
  adds.join();
}
#elif KIND == 3
#include <xenium/vyukov_bounded_queue.hpp>
xenium::vyukov_bounded_queue<int> queue(2);
int main() {
  std::thread adds([] {
    while (!queue.try_push(1)) {
    }
  });
  int value = 0;
  while (!queue.try_pop(value)) {
  }
  assert(value == 1);
  adds.join();
}
#elif KIND == 4
#include <xenium/chase_work_stealing_deque.hpp>
xenium::chase_work_stealing_deque<int> deque;
int item = 1;
int main() {
  deque.try_push(&item);
  std::thread steals([] {
    int *taken;
    if (deque.try_steal(taken)) *taken += 1;
  });
  int *taken;
  if (deque.try_pop(taken)) *taken += 1;
  steals.join();
  assert(item == 2);
}
#else
#include <xenium/seqlock.hpp>
struct Numbers {
  int values[COUNT];
};
xenium::seqlock<Numbers> shared(Numbers{});
int main() {
  std::thread writes([] {
    Numbers ones;
    for (int &each : ones.values) each = 1;
    shared.store(ones);
  });
  const Numbers seen = shared.load();
  for (int each : seen.values) assert(each == seen.values[0]);
  writes.join();
}
#endif
