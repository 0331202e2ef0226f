/*
 * Old values, for `fencepost steer --model rc11`: a load of an atomic may find any write that coherence allows, not only the latest
 * (C11Tester: Luo and Demsky, ASPLOS 2021). Writes of a place are in the order in which they are made. A thread may not find a write
 * if it knows a later one: if what has written or read that happens before the load. Memory has the latest value; what is not known
 * here makes a load find that.
 *
 * Offers `has_old_values`; `load_clocked`, `store_clocked`, `update_clocked`, `fence_clocked`, `order_clocked`, `order_child`;
 * `drop_writes`.
 */
#define MOST_CLOCKED 64
#define MOST_KEPT 8
#define PLACE_BITS 16

typedef struct {
  u32 of[MOST_CLOCKED];
} clocks;

/* A write that loads may still find. `known`: when each thread first read or wrote it, or a later one. */
struct kept {
  u64 value;
  clocks release, known;
};

struct history {
  u64 address;
  u32 size, count;
  struct kept writes[MOST_KEPT];
};

/* By thread: what happens before its next step, what an acquire fence adds to that, and what its last release fence had. */
struct view {
  clocks now, acquired, released;
};
static struct view *views;
static struct history *histories;
static struct ordered {
  const void *object;
  union {
    clocks clock;
    /* In dated.c. */
    u64 time;
  };
} *ordered;
static clocks seq_cst_clock;
static u32 clocked;
/* Old values are found with this probability, 1 / 2^n; those of an aim: 1 / 2. */
static u32 old_bits;
/* More places or objects than there is room for: only latest values from then on. */
static int is_too_much;

HOT int has_old_values(const struct thread *t) {
  return (steering == STEER_RC11 || steering == STEER_ARM64) && !is_too_much && t != NULL;
}

static int make_old_values(void) {
  views = reserve(sizeof *views * MOST_CLOCKED);
  histories = reserve(sizeof *histories << PLACE_BITS);
  ordered = reserve(sizeof *ordered << PLACE_BITS);
  old_bits = 1 + draw() % 5;
  return views != NULL && histories != NULL && ordered != NULL;
}

static void join_clocks(clocks *into, const clocks *other) {
  for (u32 i = 0; i < clocked; i++)
    if (other->of[i] > into->of[i]) into->of[i] = other->of[i];
}

/* Threads that share a slot know what either does: they find fewer old values, none that they may not. */
static u32 slot_of(u32 id) { return id % MOST_CLOCKED; }

static void fit_clocks(u32 slot) {
  if (slot >= clocked) clocked = slot + 1;
}

/* The next step of the thread has a time of its own. */
static struct view *view_of(const struct thread *t) {
  u32 slot = slot_of(t->id);
  fit_clocks(slot);
  if (is_too_much) return NULL;
  views[slot].now.of[slot]++;
  return &views[slot];
}

/* Everything that was done so far happens before what follows. */
static void join_all(struct view *v) {
  for (u32 i = 0; i < clocked; i++) join_clocks(&v->now, &views[i].now);
}

static void join_seq_cst(struct view *v) {
  join_clocks(&v->now, &seq_cst_clock);
  seq_cst_clock = v->now;
}

static struct history *history_at(u64 address) {
  u64 at = (address * 0x9e3779b97f4a7c15ull) >> (64 - PLACE_BITS);
  for (u32 i = 0; i < 64; i++) {
    struct history *h = &histories[(at + i) & ((1u << PLACE_BITS) - 1)];
    if (h->address == address) return h;
    if (h->address != 0) continue;
    h->address = address;
    return h;
  }
  is_too_much = 1;
  return NULL;
}

/* The writes of a place; only the latest if something else has written since. Memory may be older than all threads. */
static struct history *writes_of(struct view *v, u64 address, u32 size, u64 latest) {
  struct history *h = history_at(address);
  if (h == NULL) return NULL;
  struct word *word = shadow_of(address);
  int is_kept = (word->known & HISTORY_HERE) != 0 && h->size == size && h->count > 0;
  if (is_kept && h->writes[h->count - 1].value == latest) return h;
  int is_first = (word->known & ((1u << size) - 1) << (address & 7)) == 0;
  if (!is_first) join_all(v);
  word->known |= HISTORY_HERE;
  h->size = size;
  h->count = 1;
  h->writes[0] = (struct kept){.value = latest};
  if (!is_first) h->writes[0].release = h->writes[0].known = v->now;
  return h;
}

static int is_known(const struct kept *w, const struct view *v) {
  for (u32 i = 0; i < clocked; i++)
    if (w->known.of[i] != 0 && w->known.of[i] <= v->now.of[i]) return 1;
  return 0;
}

static void finds(struct view *v, u32 id, struct history *h, u32 at, u32 order) {
  for (u32 i = 0; i <= at; i++)
    if (h->writes[i].known.of[id] == 0) h->writes[i].known.of[id] = v->now.of[id];
  join_clocks(order >= ACQUIRE && order != RELEASE ? &v->now : &v->acquired, &h->writes[at].release);
}

/* What a load finds: the latest value, or an older one. */
static u64 load_clocked(const struct thread *t, u64 address, u32 size, u64 latest, u32 order, int is_aimed) {
  struct view *v = view_of(t);
  if (v == NULL) return latest;
  if (order == SEQ_CST) join_seq_cst(v);
  struct history *h = writes_of(v, address, size, latest);
  if (h == NULL) return latest;
  u32 at = h->count - 1, oldest = at;
  while (oldest > 0 && !is_known(&h->writes[oldest], v)) oldest--;
  if (oldest < at && (draw() & ((1u << (is_aimed ? 1 : old_bits)) - 1)) == 0) at = oldest + draw() % (at - oldest);
  if (at < h->count - 1) old_values++;
  finds(v, slot_of(t->id), h, at, order);
  if (order == SEQ_CST) join_seq_cst(v);
  return h->writes[at].value;
}

static void keep(struct view *v, u32 id, struct history *h, u64 value, u32 order, const clocks *of_source) {
  if (h->count == MOST_KEPT) memmove(h->writes, h->writes + 1, --h->count * sizeof *h->writes);
  struct kept *w = &h->writes[h->count++];
  *w = (struct kept){.value = value, .release = order >= RELEASE ? v->now : v->released};
  if (of_source != NULL) join_clocks(&w->release, of_source);
  w->known.of[id] = v->now.of[id];
}

/* Before memory has its value. */
static void store_clocked(const struct thread *t, u64 address, u32 size, u64 latest, u64 value, u32 order) {
  struct view *v = view_of(t);
  if (v == NULL) return;
  if (order == SEQ_CST) join_seq_cst(v);
  struct history *h = writes_of(v, address, size, latest);
  if (h != NULL) keep(v, slot_of(t->id), h, value, order, NULL);
  if (order == SEQ_CST) join_seq_cst(v);
}

/* A read-modify-write reads the latest value; a compare-and-swap that failed writes nothing. */
static void update_clocked(const struct thread *t, u64 address, u32 size, u64 before, u64 value, u32 order, int writes) {
  struct view *v = view_of(t);
  if (v == NULL) return;
  if (order == SEQ_CST) join_seq_cst(v);
  struct history *h = writes_of(v, address, size, before);
  if (h != NULL) {
    finds(v, slot_of(t->id), h, h->count - 1, order);
    clocks source = h->writes[h->count - 1].release;
    if (writes) keep(v, slot_of(t->id), h, value, order, &source);
  }
  if (order == SEQ_CST) join_seq_cst(v);
}

static void fence_clocked(const struct thread *t, u32 order) {
  struct view *v = view_of(t);
  if (v == NULL) return;
  if (order != RELEASE) join_clocks(&v->now, &v->acquired);
  if (order == SEQ_CST) join_seq_cst(v);
  if (order >= RELEASE) v->released = v->now;
}

/* A lock, or whatever else orders threads; NULL if there are too many. */
static struct ordered *ordered_at(const void *object) {
  u64 at = ((u64)object * 0x9e3779b97f4a7c15ull) >> (64 - PLACE_BITS);
  for (u32 i = 0; i < 64; i++) {
    struct ordered *o = &ordered[(at + i) & ((1u << PLACE_BITS) - 1)];
    if (o->object != NULL && o->object != object) continue;
    o->object = object;
    return o;
  }
  is_too_much = 1;
  return NULL;
}

/* A step of one is after all earlier ones of it. */
static void order_clocked(const struct thread *t, const void *object) {
  struct view *v = view_of(t);
  struct ordered *o = ordered_at(object);
  if (v == NULL || o == NULL) return;
  join_clocks(&v->now, &o->clock);
  o->clock = v->now;
}

/* The first happens before the second: one starts or joins the other. */
static void order_child(const struct thread *t, u32 child, int is_start) {
  u32 slot = slot_of(child);
  fit_clocks(slot);
  struct view *v = view_of(t);
  if (v == NULL) return;
  if (is_start) join_clocks(&views[slot].now, &v->now);
  else join_clocks(&v->now, &views[slot].now);
}

/* Something other than an atomic writes here. */
static void drop_writes(u64 address, u64 size) {
  for (u64 word = address & ~7ull; word < address + size; word += 8) shadow_of(word)->known &= ~(u64)HISTORY_HERE;
}
