/*
 * Which store reaches memory when, and who runs meanwhile: by chance, and as the aims of aims.c ask for.
 *
 * Offers `meet` before accesses; `before_update`, `steered_store`, `steered_fence`, `drain_first`; `is_awaited`; `settle` and `drain_all`;
 * `make_steering`. The scheduler calls `steered_step`, `quantum`, `is_held`, `release_all`.
 */

/* A store may reach memory at a step with this probability: 1 / 2^n. */
static u32 commit_bits;
/* For those that are late: rarely, so that no loop waits for them forever. */
#define LATE_BITS 9

/* Until which step each thread is held; 0: it is not. */
static u64 *held_until;
static u32 held_count;
/* Of a run without store buffers. */
static u64 expected_steps;
#define MOST_HELD_BITS 9

/*
 * A loop that waits for what will not come. Nothing changes, nothing waits to be, and no thread is in the kernel, for this many
 * steps: the run is ended, with this exit code.
 */
#define IDLE_STEPS 2000000
#define EXIT_IDLE 124
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
  /* Perhaps all threads only wait: soon we know. */
  if (steered_steps - last_change > IDLE_STEPS / 16) return 1 + draw() % 16384;
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

static void hold_for(const struct thread *t, u64 steps) {
  if (held_until[t->id] == 0) held_count++;
  held_until[t->id] = steered_steps + steps;
}

/* For a few steps, or for many. */
static void hold(const struct thread *t) { hold_for(t, 1 + draw() % (16ull << draw() % MOST_HELD_BITS)); }

/* Perhaps for most of the run: others come by rarely. */
static void hold_long(const struct thread *t) {
  u32 bits = 0;
  while ((256ull << bits) < expected_steps) bits++;
  hold_for(t, 64 + draw() % (256ull << draw() % (bits + 1)));
}

/* All that may reach memory before the stores of the aim. If the operation was early, it was a store itself: that one. */
static void commit_others(struct thread *t, const struct aiming *at) {
  struct buffer *b = buffer_of(t);
  for (u32 rank = 0; rank < b->count;) {
    const struct entry *e = &b->entries[rank];
    int waits = at->place != 0 ? e->word != (at->place & ~7ull) : e->late != 0;
    if (waits || !is_next(b, rank)) {
      rank++;
      continue;
    }
    commit(t, rank);
    rank = 0;
  }
}

/* The thread is where others are to run into its stores. */
static void hold_for_aim(struct thread *t) {
  struct buffer *b = buffer_of(t);
  struct aiming *at = &aiming[t->id];
  u32 waiting = 0;
  at->steps = 0;
  if (steering >= STEER_PSO && (at->place != 0 || !chance(2))) commit_others(t, at);
  for (u32 i = 0; i < b->count; i++) {
    if (at->place != 0) b->entries[i].late = at->aim;
    waiting += b->entries[i].late == at->aim;
  }
  if (waiting == 0) return;
  aims[at->aim - 1].held++;
  hold_long(t);
  budget = 0;
}

/* Before an operation that needs all stores of its thread in memory: the last chance for others to miss them. */
static void await_drain(struct thread *t) {
  if (buffer_of(t)->count > 0) {
    int aims_now = aiming[t->id].steps > 0;
    if (aims_now) hold_for_aim(t);
    if (aims_now || chance(1)) {
      if (!aims_now && chance(1)) hold(t);
      reschedule(t);
    }
  }
  drain(t);
}

/* Before a call changes what its first look has found, with a `lock` prefix. Others may run here: it has to look again. */
static void drain_first(struct thread *t) {
  if (LIKELY(!steering)) return;
  note_change();
  await_drain(t);
}

static void steered_step(struct thread *t, int drains) {
  steered_steps++;
  if (UNLIKELY(aiming[t->id].steps > 0) && --aiming[t->id].steps == 0) hold_for_aim(t);
  if (drains) drain_first(t);
  if (UNLIKELY(steered_steps - last_change > IDLE_STEPS)) {
    if (is_idle()) end_idle();
    note_change();
  }
  if (has_buffers() && chance(commit_bits)) commit_one();
}

/* Both are in the midst of it: what comes of that depends on who goes on. Mostly the others do not, for a while. */
static void let_meet(const struct thread *held, const struct thread *runs) {
  release(held);
  switch (draw() % 8) {
    case 0: hold_for(held, 1 + draw() % (1ull << draw() % 9)); break;
    case 1: hold_long(held); break;
    default:
      for (u32 i = 0; i < live_count; i++) {
        const struct thread *other = &all_threads[live[i]];
        if (other != held && other != runs && !is_held(other)) hold_for(other, 8 + draw() % BRISK_STEPS);
      }
  }
  brisk_until = steered_steps + BRISK_STEPS;
  budget = quantum();
}

static int touches(const struct entry *e, u64 address, u64 size) {
  for (u32 i = 0; i < 8; i++)
    if ((e->mask >> i & 1) && e->word + i - address < size) return 1;
  return 0;
}

/* The owner accesses what another thread's late store waits for. */
static void meet_late(const struct thread *t, const struct thread *other, u32 late, u64 pc) {
  struct aiming *at = &aiming[other->id];
  struct aim *a = &aims[late - 1];
  int is_early = at->aim == late && at->passed_by != NULL;
  if (!is_early && a->early != pc) return;
  if (!is_early || at->passed_by == t) a->overtook++;
  if (is_early) at->passed_by = NULL;
  let_meet(other, t);
}

/* The owner accesses what another thread's store waits for: it sees the store, or misses it. */
static void meet_one(struct thread *t, struct thread *other, u32 rank, u64 pc) {
  struct buffer *b = buffer_of(other);
  if (b->entries[rank].late != 0) {
    meet_late(t, other, b->entries[rank].late, pc);
  } else if (chance(1)) {
    brisk_until = steered_steps + BRISK_STEPS;
    budget = quantum();
  } else if (steering == STEER_TSO) {
    for (u32 i = 0; i <= rank && !b->entries[0].late; i++) commit(other, 0);
  } else if (is_next(b, rank)) {
    commit(other, rank);
  }
}

/* The owner executes the write that the operations of others, which wait with their stores, come before: on to these stores. */
static void pass(const struct thread *t, u32 aim, u64 address) {
  for (u32 i = 0; i < live_count; i++) {
    const struct thread *other = &all_threads[live[i]];
    struct aiming *at = &aiming[other->id];
    if (other == t || at->aim != aim || at->place != address || buffer_of(other)->count == 0) continue;
    at->place = 0;
    at->passed_by = t;
    if (is_held(other)) hold_for(other, 64 + draw() % 512);
    budget = 512;
  }
}

/* The owner comes to an instruction of some aims. */
static void meet_aims(const struct thread *t, u64 address, u64 pc) {
  for (u32 i = 0; i < aim_count; i++) {
    comes_early(t, i, address, pc);
    if (aims[i].late == pc) pass(t, i + 1, address);
  }
}

/* The owner accesses memory: what others' stores that wait have to do with it. */
static void meet(struct thread *t, u64 address, u64 size, u64 pc) {
  if (UNLIKELY(is_of_aim(pc))) meet_aims(t, address, pc);
  for (u32 i = 0; i < live_count; i++) {
    struct thread *other = &all_threads[live[i]];
    const struct buffer *b = buffer_of(other);
    if (other == t || b->count == 0) continue;
    if (is_own_stack(other, address)) drain(other);
    for (u32 rank = 0; rank < b->count; rank++) {
      if (!touches(&b->entries[rank], address, size)) continue;
      meet_one(t, other, rank, pc);
      break;
    }
  }
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

/* Before an atomic load: it is after its thread's stores if both are seq_cst, on ARM if they release. */
static void before_load(struct thread *t, u64 address, u32 size, u32 order, u64 pc) {
  if (steering == STEER_ARM64 && order == SEQ_CST && buffer_of(t)->releases > 0) await_drain(t);
  meet(t, address, size, pc);
}

/* What it finds. */
static u64 steered_load(struct thread *t, u64 address, u32 size, u64 latest, u32 order, u64 pc) {
  u64 before = old_values, found;
  if (steering == STEER_ARM64) found = load_dated(t, address, size, latest, order, is_early(pc));
  else found = load_clocked(t, address, size, latest, order, is_early(pc));
  if (old_values != before) count_old(pc);
  return found;
}

static void steered_update(struct thread *t, u64 address, u32 size, u64 before, u64 value, u32 order, int writes) {
  if (steering == STEER_ARM64) update_dated(t, address, size, before, value, order, writes);
  else update_clocked(t, address, size, before, value, order, writes);
}

/* An atomic store: memory has the value for this thread at once, for others as the model says. */
static void steered_store(struct thread *t, u64 address, u32 size, u64 value, u32 order, u64 pc) {
  if (steering == STEER_RC11 && has_old_values(t)) {
    store_clocked(t, address, size, read_memory(address, size), value, order);
    for (u32 i = 0; i < size; i++) ((volatile u8 *)address)[i] = value >> i * 8;
    note_change();
    return;
  }
  int full = order == SEQ_CST;
  if (full) await_drain(t);
  meet(t, address, size, pc);
  before_store(t, address, size);
  for (u32 i = 0; i < size; i++) ((volatile u8 *)address)[i] = value >> i * 8;
  u32 flags = IS_ATOMIC | (order >= RELEASE ? IS_RELEASE : 0);
  if (full) {
    note_change();
    u32 shift = (address & 7) * 8;
    u8 mask = ((1u << size) - 1) << (address & 7);
    date_write(t, address & ~7ull, mask, value << shift, store_before[0], flags);
    return;
  }
  if (order >= RELEASE) keep_order(t);
  after_store_as(t, address, size, pc, flags);
}

/* Before a read-modify-write. */
static void before_update(struct thread *t, u64 address, u32 order) {
  struct buffer *b = buffer_of(t);
  int releases = order >= RELEASE;
  if (steering >= STEER_PSO && !releases) {
    int waits = b->count > 0 && b->entries[0].epoch != b->epoch;
    for (u32 i = 0; i < b->count && !waits; i++) waits = b->entries[i].word == (address & ~7ull);
    if (steering == STEER_ARM64 && order == ACQUIRE) waits |= b->releases > 0;
    if (!waits) return;
  }
  await_drain(t);
}

static void steered_fence(struct thread *t, u32 order) {
  if (order < ACQUIRE) return;
  if (order == SEQ_CST || (order >= RELEASE && steering == STEER_ARM64)) await_drain(t);
  else if (order >= RELEASE) keep_order(t);
  if (!has_old_values(t)) return;
  if (steering == STEER_ARM64) fence_dated(t, order);
  else fence_clocked(t, order);
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

static u64 number_in(const char *name, u64 otherwise);

static enum memory_model model_named(const char *name) {
  if (strcmp(name, "sc") == 0) return STEER_SC;
  if (strcmp(name, "rc11") == 0) return STEER_RC11;
  if (strcmp(name, "tso") == 0) return STEER_TSO;
  if (strcmp(name, "pso") == 0) return STEER_PSO;
  if (strcmp(name, "arm64") == 0) return STEER_ARM64;
  tell("fencepost: no run can be steered under the model %s\n", name);
  abort();
}

static void make_steering(const char *model, u64 seed) {
  steering = model_named(model);
  buffers = reserve(sizeof *buffers * MOST_THREADS);
  held_until = reserve(sizeof *held_until * MOST_THREADS);
  int has_room = steering == STEER_RC11 ? make_old_values() : steering != STEER_ARM64 || make_dates();
  if (buffers == NULL || held_until == NULL || !make_aims() || !has_room) {
    tell("fencepost: no memory for store buffers\n");
    abort();
  }
  make_scheduler("random", seed, 0);
  expected_steps = number_in("FENCEPOST_STEER_STEPS", 16384);
  read_aims(getenv("FENCEPOST_STEER_PAIRS"));
  commit_bits = 1 + draw() % 8;
}
