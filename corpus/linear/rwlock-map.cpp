// A map under a lock for readers and writers, with a size.
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <map>
#include <mutex>
#include <shared_mutex>
using namespace std;

static shared_mutex lock_of_map;
static map<int, int> entries;
static int count_of_entries;

static bool put(int key) {
  unique_lock<shared_mutex> lock(lock_of_map, defer_lock);
  if (MUTANT != 1) lock.lock();
  bool adds = entries.emplace(key, key).second;
  if (MUTANT == 2) lock.unlock();
  count_of_entries += adds;
  return adds;
}
static bool remove_key(int key) {
  unique_lock<shared_mutex> lock(lock_of_map);
  bool removes = entries.erase(key) > 0;
  count_of_entries -= removes;
  return removes;
}
static bool has(int key) {
  shared_lock<shared_mutex> lock(lock_of_map);
  return entries.count(key) > 0;
}
static int size() {
  shared_lock<shared_mutex> lock(lock_of_map, defer_lock);
  if (MUTANT != 3) lock.lock();
  return count_of_entries;
}

FENCEPOST_LINEARIZABLE(rwlock_map)
FENCEPOST_CALLS(CALLS)
FENCEPOST_THREADS(THREADS)
FENCEPOST_OPERATION(put, FENCEPOST_RANGE(1, 2))
FENCEPOST_OPERATION(remove_key, FENCEPOST_RANGE(1, 1))
FENCEPOST_OPERATION(has, FENCEPOST_RANGE(1, 1))
FENCEPOST_OPERATION(size)
