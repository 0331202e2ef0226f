// A small cache server. Clients send requests through a bounded queue (Vyukov's) and wake servers by an event count. Servers look
// keys up in a table whose entries are reclaimed by epochs; values count their references; request buffers come from a stack
// (Treiber's) with counted heads. Limits are kept by a sequence lock, counters are made when first needed, and a log is written under
// a lock that is biased to one thread. -DSEED_NAME weakens one order, or leaves out one fence.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#define ACQ_REL memory_order_acq_rel
#define get(place, order) atomic_load_explicit(place, order)
#define set(place, value, order) atomic_store_explicit(place, value, order)
#define cas(place, expected, value, yes, no) atomic_compare_exchange_strong_explicit(place, expected, value, yes, no)

#ifndef SEED
#define SEED NONE
#endif
enum { NONE, EPOCH, EVENTCOUNT, BIASED, MPMC, UNLOCK, TREIBER, SEQWRITE, MPMC_LOAD, DCL, SEQREAD, FLAGPAIR, REFCOUNT };
#define weakened(seed, weak, right) (SEED == seed ? (weak) : (right))
#define fence(seed, order) do { if (SEED != seed) atomic_thread_fence(order); } while (0)

enum { CLIENTS = 2, SERVERS = 3, PEOPLE = CLIENTS + SERVERS, SLOTS = 8, LISTS = 8, KEYS = 24, BUFFERS = 32 };
static int requests = 100;

// A spin lock.
typedef struct { atomic_int taken; long guarded; } spin;
static void spin_lock(spin *s) {
  while (atomic_exchange_explicit(&s->taken, 1, ACQUIRE)) sched_yield(); // takes the lock
}
static void spin_unlock(spin *s) {
  set(&s->taken, 0, weakened(UNLOCK, RELAXED, RELEASE)); // gives the lock back
}

// A lock of one thread, which others may revoke.
static atomic_int favourite_wants, other_wants, in_log;
static spin revoking;
static long log_lines;
static void write_log(void) {
  assert(atomic_fetch_add_explicit(&in_log, 1, RELAXED) == 0 && "two write the log");
  log_lines++;
  atomic_fetch_sub_explicit(&in_log, 1, RELAXED);
}
static void log_as_favourite(void) {
  for (;;) {
    set(&favourite_wants, 1, RELAXED); // the favourite wants
    fence(BIASED, memory_order_seq_cst);
    if (!get(&other_wants, ACQUIRE)) break; // the favourite looks for others
    set(&favourite_wants, 0, RELEASE); // the favourite steps back
    while (get(&other_wants, ACQUIRE)) sched_yield(); // the favourite waits
  }
  write_log();
  set(&favourite_wants, 0, RELEASE); // the favourite leaves
}
static void log_as_other(void) {
  spin_lock(&revoking);
  set(&other_wants, 1, RELAXED); // another wants
  fence(BIASED, memory_order_seq_cst);
  while (get(&favourite_wants, ACQUIRE)) sched_yield(); // another looks for the favourite
  write_log();
  set(&other_wants, 0, RELEASE); // another leaves
  spin_unlock(&revoking);
}

// Buffers of requests. The head has the number of a buffer + 1, and a count in its upper half.
typedef struct { uint32_t key, check; _Atomic uint32_t below; } buffer;
static buffer buffers[BUFFERS];
static _Atomic uint64_t top;
static void give_buffer(buffer *b) {
  b->key = b->check = 0xffff;
  uint64_t head = get(&top, RELAXED), next;
  do {
    set(&b->below, (uint32_t)head, RELAXED); // links the buffer
    next = ((head >> 32) + 1) << 32 | (uint32_t)(b - buffers + 1);
  } while (!cas(&top, &head, next, weakened(TREIBER, RELAXED, RELEASE), RELAXED)); // gives the buffer
}
static buffer *take_buffer(void) {
  uint64_t head = get(&top, ACQUIRE), next; // looks for a buffer
  do {
    if ((uint32_t)head == 0) return NULL;
    next = ((head >> 32) + 1) << 32 | get(&buffers[(uint32_t)head - 1].below, RELAXED); // follows the link
  } while (!cas(&top, &head, next, ACQUIRE, ACQUIRE)); // takes the buffer
  buffer *b = &buffers[(uint32_t)head - 1];
  assert(b->key == 0xffff && b->check == 0xffff && "a buffer in use");
  return b;
}

// The queue of requests.
static struct { _Atomic uint32_t turn; buffer *request; int kind; } slots[SLOTS];
static _Atomic uint32_t head, tail;
static int send(buffer *b, int kind) {
  for (uint32_t at = get(&tail, RELAXED);;) {
    int32_t early = (int32_t)(get(&slots[at % SLOTS].turn, ACQUIRE) - at); // may I fill the slot?
    if (early < 0) return 0;
    if (early > 0) at = get(&tail, RELAXED);
    else if (cas(&tail, &at, at + 1, RELAXED, RELAXED)) { // claims a slot to fill
      slots[at % SLOTS].request = b; // fills the slot
      slots[at % SLOTS].kind = kind; // fills its kind
      set(&slots[at % SLOTS].turn, at + 1, weakened(MPMC, RELAXED, RELEASE)); // publishes the slot
      return 1;
    }
  }
}
static buffer *receive(int *kind) {
  for (uint32_t at = get(&head, RELAXED);;) {
    int32_t early = (int32_t)(get(&slots[at % SLOTS].turn, weakened(MPMC_LOAD, RELAXED, ACQUIRE)) - at - 1); // is it full?
    if (early < 0) return NULL;
    if (early > 0) at = get(&head, RELAXED);
    else if (cas(&head, &at, at + 1, RELAXED, RELAXED)) { // claims a slot to empty
      buffer *b = slots[at % SLOTS].request; // empties the slot
      *kind = slots[at % SLOTS].kind; // reads its kind
      set(&slots[at % SLOTS].turn, at + SLOTS, RELEASE); // frees the slot
      return b;
    }
  }
}

// The event count: servers sleep until something is sent.
static atomic_int sleepers, closed;
static spin bed;
static pthread_mutex_t bedroom = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t alarm_clock = PTHREAD_COND_INITIALIZER;
static int nights;
static void wake(void) {
  fence(EVENTCOUNT, memory_order_seq_cst);
  if (get(&sleepers, RELAXED) == 0) return; // is anyone asleep?
  pthread_mutex_lock(&bedroom);
  nights++;
  pthread_cond_broadcast(&alarm_clock);
  pthread_mutex_unlock(&bedroom);
}
static void count_sleepers(int change) {
  spin_lock(&bed);
  set(&sleepers, get(&sleepers, RELAXED) + change, RELAXED); // goes to sleep, or gets up
  set(&bed.taken, 0, RELEASE); // leaves the bed
}
static buffer *receive_or_sleep(int *kind) {
  for (;;) {
    buffer *b = receive(kind);
    if (b != NULL) return b;
    if (get(&closed, ACQUIRE)) return receive(kind); // is it closed?
    pthread_mutex_lock(&bedroom);
    int night = nights;
    pthread_mutex_unlock(&bedroom);
    count_sleepers(1);
    fence(EVENTCOUNT, memory_order_seq_cst);
    b = receive(kind);
    if (b == NULL && !get(&closed, ACQUIRE)) {
      pthread_mutex_lock(&bedroom);
      while (night == nights) pthread_cond_wait(&alarm_clock, &bedroom);
      pthread_mutex_unlock(&bedroom);
    }
    count_sleepers(-1);
    if (b != NULL) return b;
  }
}

// Values count their references: that of the table, and those of readers.
typedef struct { atomic_int references; uint32_t key, twice; } value;
static void let_go(value *v) {
  if (atomic_fetch_sub_explicit(&v->references, 1, weakened(REFCOUNT, RELAXED, ACQ_REL)) > 1) return; // lets the value go
  v->twice = 1; // spoils the value
  free(v);
}

// Epochs: an entry is freed when no reader can see it.
typedef struct entry { uint32_t key; value *of; _Atomic(struct entry *) next; struct entry *older; uint32_t since; } entry;
static _Atomic uint32_t epoch = 2;
static struct { _Atomic uint32_t seen; char apart[60]; } readers[PEOPLE];
static entry *removed;
static spin bin;
static void begin_reading(int me) {
  set(&readers[me].seen, get(&epoch, RELAXED), RELAXED); // says: I read
  fence(EPOCH, memory_order_seq_cst);
}
static void end_reading(int me) {
  set(&readers[me].seen, 0, RELEASE); // says: I have read
}
static void next_epoch(void) {
  uint32_t now = get(&epoch, RELAXED);
  atomic_thread_fence(memory_order_seq_cst);
  for (int i = 0; i < PEOPLE; i++) {
    uint32_t seen = get(&readers[i].seen, RELAXED); // does it read?
    if (seen != 0 && seen != now) return;
  }
  atomic_thread_fence(ACQUIRE);
  set(&epoch, now + 1, RELEASE); // begins an epoch
}
static void discard(entry *e) {
  spin_lock(&bin);
  e->since = get(&epoch, RELAXED);
  e->older = removed;
  removed = e;
  next_epoch();
  for (entry **at = &removed; *at != NULL;) {
    entry *old = *at;
    if (old->since + 2 > get(&epoch, RELAXED)) at = &old->older;
    else {
      *at = old->older;
      let_go(old->of);
      old->key = 0xdead; // spoils the entry
      free(old);
    }
  }
  set(&bin.taken, 0, RELEASE); // closes the bin
}

// The table.
static struct { spin lock; _Atomic(entry *) first; } lists[LISTS];
static value *look_up(int me, uint32_t key) {
  value *found = NULL;
  begin_reading(me);
  for (entry *e = get(&lists[key % LISTS].first, ACQUIRE); e != NULL && found == NULL; e = get(&e->next, ACQUIRE)) { // walks
    assert(e->key != 0xdead && "an entry that was freed"); // reads the key
    if (e->key != key) continue;
    int count = get(&e->of->references, RELAXED);
    while (count > 0 && !cas(&e->of->references, &count, count + 1, RELAXED, RELAXED)) {} // keeps the value
    if (count > 0) found = e->of;
  }
  end_reading(me);
  return found;
}
static void replace(uint32_t key) {
  value *v = malloc(sizeof *v);
  atomic_init(&v->references, 1);
  v->key = key; // fills the value
  v->twice = 2 * key; // fills its double
  entry *e = malloc(sizeof *e);
  e->key = key; // fills the entry
  e->of = v; // fills its value
  spin *lock = &lists[key % LISTS].lock;
  spin_lock(lock);
  _Atomic(entry *) *at = &lists[key % LISTS].first;
  entry *old = get(at, RELAXED);
  while (old != NULL && old->key != key) {
    at = &old->next;
    old = get(at, RELAXED);
  }
  atomic_init(&e->next, old == NULL ? NULL : get(&old->next, RELAXED));
  set(at, e, RELEASE); // publishes the entry
  lock->guarded++; // counts changes
  spin_unlock(lock);
  if (old != NULL) discard(old);
}

// Limits: a sequence lock of atomics.
static _Atomic uint32_t version, lower, upper;
static void set_limits(uint32_t limit) {
  uint32_t now = get(&version, RELAXED);
  set(&version, now + 1, RELAXED); // begins to change limits
  fence(SEQWRITE, RELEASE);
  set(&lower, limit, RELAXED); // changes the lower limit
  set(&upper, limit + 10, RELAXED); // changes the upper limit
  set(&version, now + 2, RELEASE); // has changed limits
}
static uint32_t limit_width(void) {
  for (;;) {
    uint32_t before = get(&version, ACQUIRE); // looks at the version
    uint32_t low = get(&lower, RELAXED); // reads the lower limit
    uint32_t high = get(&upper, RELAXED); // reads the upper limit
    fence(SEQREAD, ACQUIRE);
    if (get(&version, RELAXED) == before && before % 2 == 0) return high - low; // looks again
  }
}

// Progress: what was started was planned before.
static _Atomic uint32_t planned, started;
static void start(uint32_t job) {
  set(&planned, job, RELAXED); // plans
  set(&started, job, RELEASE); // starts
}
static void check_progress(void) {
  uint32_t job = get(&started, weakened(FLAGPAIR, RELAXED, ACQUIRE)); // what was started?
  uint32_t plan = get(&planned, RELAXED); // was it planned?
  assert(plan >= job && "started before it was planned");
}

// Counters that are made when first needed.
typedef struct { int ready; atomic_int hits; } counters;
static _Atomic(counters *) made[KEYS];
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static counters *counters_of(uint32_t key) {
  counters *c = get(&made[key], weakened(DCL, RELAXED, ACQUIRE)); // are they made?
  if (c == NULL) {
    pthread_mutex_lock(&making);
    c = get(&made[key], RELAXED);
    if (c == NULL) {
      c = calloc(1, sizeof *c);
      c->ready = 1; // makes the counters
      set(&made[key], c, RELEASE); // shows the counters
    }
    pthread_mutex_unlock(&making);
  }
  assert(c->ready == 1 && "counters that were not made"); // uses the counters
  return c;
}

static void *client(void *number) {
  int me = (int)(intptr_t)number;
  uint32_t random = 11 + me;
  for (int i = 1; i <= requests; i++) {
    random = random * 1664525 + 1013904223;
    buffer *b;
    while ((b = take_buffer()) == NULL) sched_yield();
    b->key = random >> 8 & 0xff; // writes the request
    b->check = ~b->key;
    if (me == 0) start(i);
    while (!send(b, random >> 28)) sched_yield();
    wake();
    if (i % 16 == 5) {
      if (me == 0) log_as_favourite();
      else log_as_other();
    }
  }
  return NULL;
}
static void *server(void *number) {
  int me = (int)(intptr_t)number, kind;
  for (buffer *b; (b = receive_or_sleep(&kind)) != NULL;) {
    assert(b->check == ~b->key && "a request that was not written"); // reads the request
    assert(limit_width() == 10 && "limits of two times");
    check_progress();
    uint32_t key = b->key % KEYS;
    counters *c = counters_of(key);
    if (kind < 6) replace(key);
    else {
      value *v = look_up(me, key);
      if (v != NULL) {
        assert(v->key == key && v->twice == 2 * key && "a value that was freed"); // reads the value
        atomic_fetch_add_explicit(&c->hits, 1, RELAXED);
        let_go(v);
      }
    }
    give_buffer(b);
  }
  return NULL;
}
static void *administrator(void *unused) {
  for (int i = 1; i < requests / 2; i++) {
    set_limits(i);
    sched_yield();
  }
  return unused;
}

int main(int count, char **given) {
  if (count > 1) requests = atoi(given[1]);
  for (uint32_t i = 0; i < SLOTS; i++) atomic_init(&slots[i].turn, i);
  for (int i = 0; i < BUFFERS; i++) give_buffer(&buffers[i]);
  set_limits(0);
  pthread_t people[PEOPLE], boss;
  for (int i = 0; i < PEOPLE; i++) pthread_create(&people[i], NULL, i < SERVERS ? server : client, (void *)(intptr_t)(i < SERVERS ? i : i - SERVERS));
  pthread_create(&boss, NULL, administrator, NULL);
  for (int i = SERVERS; i < PEOPLE; i++) pthread_join(people[i], NULL);
  atomic_store(&closed, 1);
  pthread_mutex_lock(&bedroom);
  nights++;
  pthread_cond_broadcast(&alarm_clock);
  pthread_mutex_unlock(&bedroom);
  for (int i = 0; i < SERVERS; i++) pthread_join(people[i], NULL);
  pthread_join(boss, NULL);
  return 0;
}
