// A cache of two entries under a lock: the one that was not used for longest is replaced.
#include "sizes.h"
#include <fencepost/linearizable.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry {
  int key, value; // key 0: none
} latest, other;

static void move_to_front(int key, int value) {
  if (latest.key != key) {
    other = latest;
    latest.key = key;
  }
  latest.value = value;
}

static void set(int key, int value) {
  if (MUTANT != 1) pthread_mutex_lock(&lock);
  move_to_front(key, value);
  if (MUTANT != 1) pthread_mutex_unlock(&lock);
}

static int get(int key) {
  if (MUTANT != 2) pthread_mutex_lock(&lock);
  int value = latest.key == key ? latest.value : other.key == key ? other.value : FENCEPOST_EMPTY;
  if (value != FENCEPOST_EMPTY) move_to_front(key, value);
  if (MUTANT != 2) pthread_mutex_unlock(&lock);
  return value;
}

FENCEPOST_LINEARIZABLE(lru)
FENCEPOST_CALLS(CALLS)
FENCEPOST_THREADS(THREADS)
FENCEPOST_OPERATION(set, FENCEPOST_RANGE(1, 2), FENCEPOST_DISTINCT(3, 4))
FENCEPOST_OPERATION(get, FENCEPOST_RANGE(1, 2))
