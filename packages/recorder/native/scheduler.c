/*
 * The baton. Its owner takes steps; all others wait: for their turn (RUNNABLE), for a lock or a condition (BLOCKED), or
 * in the kernel (OUTSIDE). Hooks only read `owner`; changing it or a thread's state requires `scheduler_lock`.
 *
 * Offers `enter` and `leave` (around each hook), `begin` and `step`; `block` and `wake`; `go_outside` and `come_back` around calls of
 * the kernel; `new_thread`, `pick` and `hand_to`.
 */
#define MOST_THREADS 65536
static struct thread *all_threads;
static u32 thread_count;
/* Those that have not ended. */
static u32 live[MOST_THREADS];
static u32 live_count;

static volatile int scheduler_lock;
static volatile int ending;
static volatile int posted_by_handler;

static long futex(volatile int *word, int operation, int value, const struct timespec *timeout) {
  return real.syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, timeout, NULL, 0);
}

static void lock_scheduler(void) {
  int expected = 0;
  if (__atomic_compare_exchange_n(&scheduler_lock, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
  while (__atomic_exchange_n(&scheduler_lock, 2, __ATOMIC_ACQUIRE) != 0) futex(&scheduler_lock, FUTEX_WAIT, 2, NULL);
}

static void unlock_scheduler(void) {
  if (__atomic_exchange_n(&scheduler_lock, 0, __ATOMIC_RELEASE) == 2) futex(&scheduler_lock, FUTEX_WAKE, 1, NULL);
}

/*
 * How long the owner goes on. `random`: an access counts 1, an atomic or a lock more, up to a number that is drawn each
 * time, 512 on average; then any runnable thread is as likely. `pct` (Burckhardt et al., ASPLOS 2010): the runnable thread of
 * the highest priority; priorities are random, and change at `depth` - 1 random steps.
 */
enum {
  COST_ACCESS = 1,
  COST_ATOMIC = 16,
  /* Drains the store buffer. */
  COST_LOCK = 64,
  /* Drains it only in some cases: then the hook calls `drain_first`. */
  COST_LOOK = 63
};
#define QUANTUM 1024
#define MOST_DEPTH 64
/* A thread that took this many steps while others could run is perhaps waiting for them in a loop. */
#define PATIENCE 50000
static int is_pct;
static int64_t budget, granted;
static u64 change_points[MOST_DEPTH];
static u32 change_count, changes_done;
static u64 steps_done;
static int64_t lowest_priority;

static void refill(void) {
  if (is_pct) {
    u64 next = changes_done < change_count ? change_points[changes_done] - steps_done : PATIENCE;
    granted = next < PATIENCE ? (int64_t)next : PATIENCE;
    if (granted < 1) granted = 1;
  } else {
    granted = steering ? (int64_t)quantum() : 1 + (int64_t)(draw() % QUANTUM);
  }
  budget = granted;
}

/* The length of the run is not known: the logarithm of each change point is uniform, up to some ten million steps. */
static void make_scheduler(const char *name, u64 seed, u32 depth) {
  random_state = seed * 0x2545f4914f6cdd1dull + 1;
  is_pct = name != NULL && strcmp(name, "pct") == 0;
  change_count = depth < 1 ? 0 : depth > MOST_DEPTH ? MOST_DEPTH : depth - 1;
  for (u32 i = 0; i < change_count; i++) {
    u32 bits = 3 + draw() % 21;
    change_points[i] = (1ull << bits) + draw() % (1ull << bits);
    for (u32 j = i; j > 0 && change_points[j - 1] > change_points[j]; j--) {
      u64 swap = change_points[j];
      change_points[j] = change_points[j - 1];
      change_points[j - 1] = swap;
    }
  }
  refill();
}

static struct thread *new_thread(void) {
  if (thread_count == MOST_THREADS) {
    tell("fencepost: more than %d threads\n", MOST_THREADS);
    abort();
  }
  struct thread *t = &all_threads[thread_count];
  t->id = thread_count++;
  t->state = RUNNABLE;
  t->priority = 1 + (int64_t)(draw() >> 32);
  live[live_count++] = t->id;
  return t;
}

/* At the beginning of a segment: those that go on, or are to be joined. */
static void send_threads(void) {
  static u32 told[MOST_THREADS];
  u32 count = 0;
  for (u32 i = 0; i < thread_count; i++) {
    const struct thread *t = &all_threads[i];
    if (t->is_told && (t->state != DONE || t->joinable)) told[count++] = i;
  }
  struct iovec part = {told, count * sizeof *told};
  send_block(BLOCK_SEGMENT, &part, 1);
}

static int can_go(const struct thread *t, const struct thread *except) {
  return t->state == RUNNABLE && t != except && !is_held(t);
}

/* The next owner, or NULL if no thread can take a step. */
static struct thread *pick(const struct thread *except) {
  struct thread *best = NULL;
  u32 count = 0;
  for (u32 i = 0; i < live_count; i++) {
    struct thread *t = &all_threads[live[i]];
    if (!can_go(t, except)) continue;
    count++;
    if (best == NULL || (is_pct && t->priority > best->priority)) best = t;
  }
  if (best == NULL && release_all()) return pick(except);
  if (is_pct || count < 2) return best;
  u64 chosen = draw() % count;
  for (u32 i = 0; i < live_count; i++) {
    struct thread *t = &all_threads[live[i]];
    if (can_go(t, except) && chosen-- == 0) return t;
  }
  return best;
}

static void hand_to(struct thread *next) {
  view(next);
  __atomic_store_n(&owner, next, __ATOMIC_SEQ_CST);
  if (next == NULL) return;
  __atomic_store_n(&next->turn, 1, __ATOMIC_SEQ_CST);
  futex(&next->turn, FUTEX_WAKE, 1, NULL);
}

static int has_passed(const struct deadline *d, struct timespec *left) {
  struct timespec now;
  clock_gettime(d->clock, &now);
  left->tv_sec = d->at.tv_sec - now.tv_sec;
  left->tv_nsec = d->at.tv_nsec - now.tv_nsec;
  if (left->tv_nsec < 0) {
    left->tv_nsec += 1000000000;
    left->tv_sec--;
  }
  return left->tv_sec < 0;
}

/* Waits for the baton. A blocked thread with a deadline becomes runnable when that has passed. */
static void wait_turn(struct thread *t, const struct deadline *d) {
  int saved = errno;
  while (__atomic_exchange_n(&t->turn, 0, __ATOMIC_SEQ_CST) == 0) {
    struct timespec left;
    if (d != NULL && has_passed(d, &left)) {
      d = NULL;
      lock_scheduler();
      if (t->state == BLOCKED) {
        t->state = RUNNABLE;
        t->waits_for = NULL;
        t->timed_out = 1;
        if (owner == NULL && !ending) hand_to(t);
      }
      unlock_scheduler();
      continue;
    }
    futex(&t->turn, FUTEX_WAIT, 0, d == NULL ? NULL : &left);
  }
  errno = saved;
}

static void notice_signals(struct thread *t);
static void after_signals(struct thread *t);

/* Coming back from outside. */
COLD void take_baton(struct thread *t) {
  lock_scheduler();
  t->state = RUNNABLE;
  int has_it = owner == t;
  if (owner == NULL && !ending) hand_to(t);
  unlock_scheduler();
  if (!has_it) wait_turn(t, NULL);
  notice_signals(t);
}

/* Below all others: a thread that waits in a loop must not keep the one that it waits for from running. */
static void lower_priority(struct thread *t) { t->priority = --lowest_priority; }

/* At the end of the owner's budget. */
COLD void reschedule(struct thread *t) {
  lock_scheduler();
  if (is_pct) {
    steps_done += granted - budget;
    if (changes_done < change_count && steps_done >= change_points[changes_done]) {
      changes_done++;
      lower_priority(t);
    } else if (granted == PATIENCE) {
      lower_priority(t);
    }
  }
  refill();
  struct thread *next = pick(NULL);
  if (next != t && next != NULL) hand_to(next);
  unlock_scheduler();
  if (next != t && next != NULL) wait_turn(t, NULL);
  notice_signals(t);
}

/* Before each step: others may go first. */
HOT void step(struct thread *t, int cost) {
  if (UNLIKELY(steering)) steered_step(t, cost == COST_LOCK);
  if (UNLIKELY((budget -= is_pct ? 1 : cost) <= 0)) reschedule(t);
}

/* A new choice at the next step: a thread of higher priority may have become runnable. */
static void choose_again(void) {
  if (is_pct) {
    steps_done += granted - budget;
    granted = budget = 0;
  }
}

static void give_way(struct thread *t) {
  lock_scheduler();
  struct thread *next = pick(t);
  if (is_pct) lower_priority(t);
  if (next != NULL) hand_to(next);
  unlock_scheduler();
  if (next != NULL) wait_turn(t, NULL);
}

static const char MUTEX_WAIT[] = "a mutex", ROBUST_WAIT[] = "a robust mutex", SEMAPHORE_WAIT[] = "a semaphore";

/* Waits until `wake` is called for the object. Returns 0 if the deadline passed before. */
static int block(struct thread *t, const void *object, const char *how, const struct deadline *d, u64 pc) {
  lock_scheduler();
  t->timed_out = 0;
  t->waits_for = object;
  t->waits_how = d == NULL ? how : NULL;
  t->waits_at = pc;
  t->state = BLOCKED;
  hand_to(pick(NULL));
  unlock_scheduler();
  wait_turn(t, d);
  notice_signals(t);
  return !t->timed_out;
}

/* Makes threads that wait for the object runnable: all, or one at random. */
static void wake(const void *object, int all) {
  u32 waiting = 0;
  lock_scheduler();
  for (u32 i = 0; i < live_count; i++) {
    struct thread *t = &all_threads[live[i]];
    if (t->state == BLOCKED && t->waits_for == object) waiting++;
  }
  u64 chosen = waiting > 1 && !all ? draw() % waiting : 0;
  for (u32 i = 0; i < live_count && waiting > 0; i++) {
    struct thread *t = &all_threads[live[i]];
    if (t->state != BLOCKED || t->waits_for != object) continue;
    if (!all && chosen-- != 0) continue;
    t->state = RUNNABLE;
    t->waits_for = NULL;
    if (!all) break;
  }
  if (waiting > 0) choose_again();
  unlock_scheduler();
}

static int has_waiters(const void *object) {
  for (u32 i = 0; i < live_count; i++) {
    const struct thread *t = &all_threads[live[i]];
    if (t->state == BLOCKED && t->waits_for == object) return 1;
  }
  return 0;
}

/* Its destructor is the end of a thread. */
static pthread_key_t end_key;

static void read_maps_of_stack(struct thread *t);

/* A thread that we did not see start: the first one, or one that the C library has started, for a timer. */
COLD struct thread *adopt(void) {
  /* What the C library allocates here is not the program's. */
  ended = 1;
  pthread_setspecific(end_key, (void *)(u64)PTHREAD_DESTRUCTOR_ITERATIONS);
  lock_scheduler();
  struct thread *t = new_thread();
  t->state = OUTSIDE;
  t->tid = real.syscall(SYS_gettid);
  t->handle = pthread_self();
  t->handle_known = 1;
  t->is_told = 1;
  unlock_scheduler();
  if (recording) read_maps_of_stack(t);
  ended = 0;
  return self = t;
}

/* Begins a hook: the thread, which now has the baton; NULL if nothing is recorded. */
HOT struct thread *enter_inline(void) {
  if (LIKELY(!recording) || UNLIKELY(ended)) return NULL;
  struct thread *t = self;
  if (UNLIKELY(t == NULL)) t = adopt();
  /* A signal handler of the program has interrupted a hook. */
  if (UNLIKELY(t->hooks & 1)) return NULL;
  t->hooks++;
  __asm__ volatile("" ::: "memory");
  if (UNLIKELY(owner != t)) take_baton(t);
  emit_pending_inline();
  return t;
}
APART struct thread *enter(void) { return enter_inline(); }
/* Begins a step of a given cost. */
APART struct thread *begin(int cost) {
  struct thread *t = enter_inline();
  if (t != NULL) step(t, cost);
  return t;
}

HOT void leave(struct thread *t) {
  __asm__ volatile("" ::: "memory");
  t->hooks++;
}

/* Around calls that may wait in the kernel: others go on. */
static void go_outside(struct thread *t) {
  lock_scheduler();
  drain(t);
  t->state = OUTSIDE;
  hand_to(pick(NULL));
  unlock_scheduler();
}

static void come_back(struct thread *t) { take_baton(t); }

/* A signal that came while the thread was in a hook: what follows comes after who sent it. */
static void notice_signals(struct thread *t) {
  if (LIKELY(!t->is_interrupted)) return;
  t->is_interrupted = 0;
  after_signals(t);
}

/* What a cancelled thread does comes after the cancellation. */
static void notice_cancellation(struct thread *t) {
  if (UNLIKELY(t->cancelled)) emit_object(t, &t->cancelled, ACQUIRE, 1, 0);
}
