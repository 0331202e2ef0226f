/*
 * Which store reaches memory when, and who runs meanwhile. By chance, or steered: given pairs of instructions that a monitor
 * found (an operation that TSO or PSO could let come before a write), a run takes one pair, lets its write wait, and once the
 * thread has executed the operation, holds the thread until others have run into the place of the write.
 *
 * Offers `meet` and `meet_store` before accesses; `before_update`, `steered_store`, `steered_fence`, `drain_first`; `is_awaited`; `settle` and `drain_all`;
 * `make_steering`. The scheduler calls `steered_step`, `quantum`, `is_held`, `release_all`.
 */
struct steered_pair {
  u64 early, late;
};
#define MOST_PAIRS 4096

/* A store may reach memory at a step with this probability: 1 / 2^n. */
static u32 commit_bits;
/* For those of the chosen pair: rarely, so that no loop waits for them forever. */
#define LATE_BITS 9

/* Until which step each thread is held; 0: it is not. */
static u64 *held_until;
static u32 held_count;
static u64 steered_steps;
#define MOST_HELD_BITS 9

/*
 * A loop that waits for what will not come. Nothing is written, nothing waits to be, and no thread is in the kernel, for this many
 * steps: the run is ended, with this exit code.
 */
#define IDLE_STEPS 2000000
#define EXIT_IDLE 124
static u64 last_change;

static void end_idle(void);

static int is_idle(void) {
  for (u32 i = 0; i < live_count; i++) {
    const struct thread *t = &all_threads[live[i]];
    if (t->state == OUTSIDE || buffer_of(t)->count > 0 || (t->state == BLOCKED && t->waits_how == NULL)) return 0;
  }
  return 1;
}

static int is_held(const struct thread *t) { return held_count > 0 && held_until[t->id] > steered_steps; }

static void release(const struct thread *t) {
  if (held_until[t->id] == 0) return;
  held_until[t->id] = 0;
  held_count--;
}

/* Was any held? */
static int release_all(void) {
  int any = held_count > 0;
  for (u32 id = 0; held_count > 0 && id < thread_count; id++) release(&all_threads[id]);
  return any;
}

static int chance(u32 bits) { return (draw() & ((1ull << bits) - 1)) == 0; }

/* Until then, turns are short: a write was missed, and what comes of it depends on who goes on. */
static u64 brisk_until;
#define BRISK_STEPS 128

/* Short and long turns are as likely: some failures need a switch at every operation, others few. */
static u64 quantum(void) {
  if (steered_steps < brisk_until) return 1 + draw() % (2 * COST_ATOMIC);
  return 1 + draw() % (2ull << draw() % 10);
}

/* A store that may be next, of any thread. */
static void commit_one(void) {
  struct thread *t = &all_threads[live[draw() % live_count]];
  struct buffer *b = buffer_of(t);
  if (b->count == 0) return;
  u32 rank = steering == STEER_TSO ? 0 : draw() % b->count;
  if (!is_next(b, rank) || (b->entries[rank].late && !chance(LATE_BITS))) return;
  commit(t, rank);
}

/* For a few steps, or for many. */
static void hold(const struct thread *t) {
  if (held_until[t->id] == 0) held_count++;
  held_until[t->id] = steered_steps + 1 + draw() % (16ull << draw() % MOST_HELD_BITS);
}

/* Before an operation that needs all stores of its thread in memory: the last chance for others to miss them. */
static void await_drain(struct thread *t) {
  if (buffer_of(t)->count > 0 && chance(1)) {
    if (chance(1)) hold(t);
    reschedule(t);
  }
  drain(t);
}

/* Before a call changes what its first look has found, with a `lock` prefix. Others may run here: it has to look again. */
static void drain_first(struct thread *t) {
  if (LIKELY(!steering)) return;
  last_change = steered_steps;
  await_drain(t);
}

static void steered_step(struct thread *t, int drains) {
  steered_steps++;
  if (drains) drain_first(t);
  if (UNLIKELY(steered_steps - last_change > IDLE_STEPS)) {
    if (is_idle()) end_idle();
    last_change = steered_steps;
  }
  if (steering != STEER_SC && chance(commit_bits)) commit_one();
}

static int has_late(const struct thread *t) {
  const struct buffer *b = buffer_of(t);
  for (u32 i = 0; i < b->count; i++)
    if (b->entries[i].late) return 1;
  return 0;
}

/* The operation of the pair was executed while its write waits: others are to run into that. */
static void after_early(struct thread *t) {
  if (chance(2) || steered_steps < brisk_until) return;
  hold(t);
  budget = 0;
}

static int touches(const struct entry *e, u64 address, u64 size) {
  for (u32 i = 0; i < 8; i++)
    if ((e->mask >> i & 1) && e->word + i - address < size) return 1;
  return 0;
}

/* The owner accesses what another thread's store waits for: it sees the store, or misses it. */
static void meet_one(struct thread *other, u32 rank) {
  struct buffer *b = buffer_of(other);
  int late = b->entries[rank].late;
  if (late) release(other);
  if (late || chance(1)) {
    brisk_until = steered_steps + BRISK_STEPS;
    budget = quantum();
  } else if (steering == STEER_TSO) {
    for (u32 i = 0; i <= rank && !b->entries[0].late; i++) commit(other, 0);
  } else if (is_next(b, rank)) {
    commit(other, rank);
  }
}

/* The owner accesses memory: what others' stores that wait have to do with it. */
static void meet(struct thread *t, u64 address, u64 size, u64 pc) {
  for (u32 i = 0; i < live_count; i++) {
    struct thread *other = &all_threads[live[i]];
    const struct buffer *b = buffer_of(other);
    if (other == t || b->count == 0) continue;
    if (is_own_stack(other, address)) drain(other);
    for (u32 rank = 0; rank < b->count; rank++) {
      if (!touches(&b->entries[rank], address, size)) continue;
      meet_one(other, rank);
      break;
    }
  }
  if (pc == early_place && has_late(t)) after_early(t);
}

static void meet_store(struct thread *t, u64 address, u64 size, u64 pc) {
  last_change = steered_steps;
  meet(t, address, size, pc);
}

/* Does a store of another thread wait for this place? */
static int is_awaited(const struct thread *t, u64 address, u64 size) {
  for (u32 i = 0; steering && i < live_count; i++) {
    const struct thread *other = &all_threads[live[i]];
    const struct buffer *b = buffer_of(other);
    for (u32 rank = 0; other != t && rank < b->count; rank++)
      if (touches(&b->entries[rank], address, size)) return 1;
  }
  return 0;
}

/* An atomic store: memory has the value for this thread at once, for others as the model says. */
static void steered_store(struct thread *t, u64 address, u32 size, u64 value, u32 order, u64 pc) {
  int full = order == SEQ_CST;
  if (full) await_drain(t);
  meet_store(t, address, size, pc);
  before_store(t, address, size);
  for (u32 i = 0; i < size; i++) ((volatile u8 *)address)[i] = value >> i * 8;
  if (full) return;
  if (order >= RELEASE) keep_order(t);
  after_store(t, address, size, pc);
}

/* Before a read-modify-write. */
static void before_update(struct thread *t, u64 address, u32 order) {
  struct buffer *b = buffer_of(t);
  int releases = order >= RELEASE;
  if (steering == STEER_PSO && !releases) {
    int waits = b->count > 0 && b->entries[0].epoch != b->epoch;
    for (u32 i = 0; i < b->count && !waits; i++) waits = b->entries[i].word == (address & ~7ull);
    if (!waits) return;
  }
  await_drain(t);
}

static void steered_fence(struct thread *t, u32 order) {
  if (order == SEQ_CST) await_drain(t);
  else if (order >= RELEASE) keep_order(t);
}

static void drain_all(void) {
  for (u32 id = 0; steering && id < thread_count; id++) drain(&all_threads[id]);
}

/* Before memory is given back to the C library, which keeps its own things there: nothing waits for it any more. */
static void settle(u64 address, u64 bytes) {
  for (u32 id = 0; steering && id < thread_count; id++) {
    struct thread *t = &all_threads[id];
    const struct buffer *b = buffer_of(t);
    for (u32 i = 0; i < b->count; i++) {
      if (b->entries[i].word + 8 <= address || b->entries[i].word >= address + bytes) continue;
      drain(t);
      break;
    }
  }
}


struct place_search {
  const char *module;
  size_t length;
  u64 base;
};

static int is_named_module(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct place_search *search = data;
  char program[PATH_MAX];
  const char *name = info->dlpi_name;
  if (name == NULL || *name == 0) {
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n < 0 ? 0 : n] = 0;
    name = program;
  }
  if (strlen(name) != search->length || strncmp(name, search->module, search->length) != 0) return 0;
  search->base = info->dlpi_addr;
  return 1;
}

/* `offset@module` as the address after the call of the hook; 0 if the module is not loaded. */
static u64 place_named(const char *text, size_t length) {
  char *at;
  u64 offset = strtoull(text, &at, 10);
  if (*at != '@') return 0;
  struct place_search search = {at + 1, text + length - (at + 1), 0};
  return dl_iterate_phdr(is_named_module, &search) ? search.base + offset : 0;
}

/* Lines of `early TAB late`. One pair is chosen for this run. */
static void choose_pair(const char *text) {
  struct steered_pair pairs[MOST_PAIRS];
  u32 count = 0;
  while (text != NULL && *text != 0 && count < MOST_PAIRS) {
    const char *end = strchrnul(text, '\n'), *middle = memchr(text, '\t', end - text);
    if (middle != NULL) {
      struct steered_pair pair = {place_named(text, middle - text), place_named(middle + 1, end - middle - 1)};
      if (pair.early != 0 && pair.late != 0) pairs[count++] = pair;
    }
    text = *end == 0 ? end : end + 1;
  }
  if (count == 0) return;
  struct steered_pair chosen = pairs[draw() % count];
  early_place = chosen.early;
  late_place = chosen.late;
}

static enum memory_model model_named(const char *name) {
  if (strcmp(name, "sc") == 0) return STEER_SC;
  if (strcmp(name, "tso") == 0) return STEER_TSO;
  if (strcmp(name, "pso") == 0) return STEER_PSO;
  tell("fencepost: there are no store buffers for the model %s\n", name);
  abort();
}

static void make_steering(const char *model, u64 seed) {
  steering = model_named(model);
  buffers = reserve(sizeof *buffers * MOST_THREADS);
  held_until = reserve(sizeof *held_until * MOST_THREADS);
  if (buffers == NULL || held_until == NULL) {
    tell("fencepost: no memory for store buffers\n");
    abort();
  }
  make_scheduler("random", seed, 0);
  choose_pair(getenv("FENCEPOST_STEER_PAIRS"));
  commit_bits = late_place != 0 && chance(1) ? 1 : 1 + draw() % 8;
}
