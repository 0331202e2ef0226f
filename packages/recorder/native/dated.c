/*
 * Old values for `fencepost steer --model arm64`. Memory is one sequence of writes, in the order in which they reach it, and each has a
 * time. A load of an atomic may find a write that was overwritten since, unless the thread knows of that by an acquire, a
 * fence, or an access of the same place: Promising-ARM (Pulte et al., PLDI 2019) without promises. In place of promises, stores wait in
 * buffers as under PSO, so that those of one thread reach memory in another order. Hooks do not see dependencies. If the thread has
 * loaded an address shortly below, the load probably depends on that: then ARM keeps the order, and so do we.
 *
 * Offers `load_dated`, `update_dated`, `fence_dated`, `date_write`, `date_load`, `date_wide`; and for both models with old values
 * `order_object`, `order_thread`.
 */
struct dated {
  u64 address;
  u32 size, count;
  struct {
    u64 value, time;
  } writes[MOST_KEPT];
  /* By thread: the time of the last write that it has read or made. */
  u64 known[MOST_CLOCKED];
};

/* As in the monitor: an object whose address was read has at most so many bytes, and smaller values are no addresses. */
#define MOST_BYTES 4096
#define MOST_ADDRESSES 16

/* Of a thread: no load finds what was overwritten at its `base`; the latest that it has read, written, and released. */
struct times {
  u64 base, reads, writes, releases;
  /* The last values of 8 bytes that it has loaded, and when they were written. */
  struct {
    u64 value, time;
  } addresses[MOST_ADDRESSES];
  u32 loaded;
};
static struct dated *dated;
static struct times *times;
static u64 last_time;

static int make_dates(void) {
  times = reserve(sizeof *times * MOST_CLOCKED);
  dated = reserve(sizeof *dated << PLACE_BITS);
  ordered = reserve(sizeof *ordered << PLACE_BITS);
  old_bits = 1 + draw() % 5;
  return times != NULL && dated != NULL && ordered != NULL;
}

static void raise_to(u64 *time, u64 other) {
  if (other > *time) *time = other;
}

static struct times *times_of(const struct thread *t) { return is_too_much ? NULL : &times[slot_of(t->id)]; }

/* NULL: there is none, or, if it is to be made, no room for it. */
static struct dated *find_dated(u64 address, int makes) {
  u64 at = (address * 0x9e3779b97f4a7c15ull) >> (64 - PLACE_BITS);
  for (u32 i = 0; i < 64; i++) {
    struct dated *d = &dated[(at + i) & ((1u << PLACE_BITS) - 1)];
    if (d->address == address) return d;
    if (d->address != 0) continue;
    if (!makes) return NULL;
    d->address = address;
    return d;
  }
  if (makes) is_too_much = 1;
  return NULL;
}

/* The writes of a place that loads may find. Those of code without hooks are as late as can be. */
static struct dated *dated_at(u64 address, u32 size, u64 latest) {
  struct dated *d = find_dated(address, 1);
  if (d == NULL) return NULL;
  struct word *word = shadow_of(address);
  int is_kept = (word->known & HISTORY_HERE) != 0 && d->size == size && d->count > 0;
  if (is_kept && d->writes[d->count - 1].value == latest) return d;
  u64 time = is_kept ? last_time : word->known >> TIME_SHIFT;
  *d = (struct dated){.address = address, .size = size, .count = 1, .writes[0] = {latest, time}};
  word->known |= HISTORY_HERE;
  return d;
}

/* What is kept of other accesses that overlap. */
static void drop_others(u64 word, u8 mask, const struct dated *except) {
  for (u32 i = 0; i < 8; i++) {
    struct dated *d = find_dated(word + i, 0);
    if (d != NULL && d != except && (mask & (u8)(((1u << d->size) - 1) << i)) != 0) d->count = 0;
  }
}

/* A write reaches memory. `value` and `before` are those of the whole word. */
static void date_write(const struct thread *t, u64 word, u8 mask, u64 value, u64 before, u32 flags) {
  struct times *v = steering == STEER_ARM64 ? times_of(t) : NULL;
  if (v == NULL) return;
  u32 from = __builtin_ctz(mask), size = __builtin_popcount(mask);
  u64 address = word + from, bytes = size == 8 ? ~0ull : (1ull << size * 8) - 1;
  struct word *shadow = shadow_of(word);
  struct dated *d = NULL;
  if (flags & IS_ATOMIC) d = dated_at(address, size, before >> from * 8 & bytes);
  else if (shadow->known & HISTORY_HERE) d = find_dated(address, 0);
  if (d != NULL && (d->size != size || d->count == 0 || d->writes[d->count - 1].value != (before >> from * 8 & bytes))) d = NULL;
  u64 now = ++last_time;
  if (shadow->known & HISTORY_HERE) drop_others(word, mask, d);
  shadow->known = (shadow->known & ((1ull << TIME_SHIFT) - 1)) | now << TIME_SHIFT;
  v->writes = now;
  if (flags & IS_RELEASE) v->releases = now;
  if (d == NULL) return;
  if (d->count == MOST_KEPT) memmove(d->writes, d->writes + 1, --d->count * sizeof *d->writes);
  d->writes[d->count].value = value >> from * 8 & bytes;
  d->writes[d->count++].time = now;
  d->known[slot_of(t->id)] = now;
}

static void has_read(struct times *v, u64 time, u32 order) {
  raise_to(&v->reads, time);
  if (order >= ACQUIRE && order != RELEASE) raise_to(&v->base, time);
}

static void note_address(struct times *v, u64 value, u64 time) {
  if (value < MOST_BYTES) return;
  u32 at = v->loaded++ % MOST_ADDRESSES;
  v->addresses[at].value = value;
  v->addresses[at].time = time;
}

/* When the address of a load was written, if it comes from an earlier one. */
static u64 time_of_address(const struct times *v, u64 address) {
  u64 time = 0;
  for (u32 i = 0; i < MOST_ADDRESSES; i++)
    if (v->addresses[i].value != 0 && address - v->addresses[i].value < MOST_BYTES) raise_to(&time, v->addresses[i].time);
  return time;
}

/* Which of these bytes the thread's own stores cover, which wait. */
static u8 own_bytes(u64 word, u8 mask) {
  struct covered *c = covered_at(word);
  return c == NULL ? 0 : c->mask & mask;
}

/* What a load finds: the latest value, or an older one. */
static u64 load_dated(const struct thread *t, u64 address, u32 size, u64 latest, u32 order, int is_aimed) {
  struct times *v = times_of(t);
  if (v == NULL) return latest;
  u8 mask = ((1u << size) - 1) << (address & 7), own = own_bytes(address & ~7ull, mask);
  if (order == SEQ_CST) raise_to(&v->base, v->releases);
  if (own != 0) {
    if (own != mask) has_read(v, last_time, order);
    return latest;
  }
  struct dated *d = dated_at(address, size, latest);
  if (d == NULL) return latest;
  u64 from = d->known[slot_of(t->id)];
  raise_to(&from, v->base);
  raise_to(&from, time_of_address(v, address));
  u32 at = d->count - 1, oldest = at;
  while (oldest > 0 && d->writes[oldest].time > from) oldest--;
  if (oldest < at && (draw() & ((1u << (is_aimed ? 1 : old_bits)) - 1)) == 0) at = oldest + draw() % (at - oldest);
  if (at < d->count - 1) old_values++;
  raise_to(&d->known[slot_of(t->id)], d->writes[at].time);
  has_read(v, d->writes[at].time, order);
  if (size == 8) note_address(v, d->writes[at].value, d->writes[at].time);
  return d->writes[at].value;
}

/* A read-modify-write reads the latest value; a compare-and-swap that failed writes nothing. Nothing waits for this place. */
static void update_dated(const struct thread *t, u64 address, u32 size, u64 before, u64 value, u32 order, int writes) {
  struct times *v = times_of(t);
  struct dated *d = v == NULL ? NULL : dated_at(address, size, before);
  if (d == NULL) return;
  u64 time = d->writes[d->count - 1].time;
  if (order >= ACQUIRE && order != RELEASE) raise_to(&v->base, v->releases);
  raise_to(&d->known[slot_of(t->id)], time);
  has_read(v, time, order);
  if (size == 8) note_address(v, before, time);
  u32 shift = (address & 7) * 8, flags = IS_ATOMIC | (order >= RELEASE ? IS_RELEASE : 0);
  u8 mask = ((1u << size) - 1) << (address & 7);
  if (writes) date_write(t, address & ~7ull, mask, value << shift, before << shift, flags);
}

/* A plain load: it finds the latest value. */
static void date_load(const struct thread *t, u64 address, u64 size) {
  struct times *v = steering == STEER_ARM64 ? times_of(t) : NULL;
  u64 end = address + size;
  for (u64 word = address & ~7ull; v != NULL && word < end; word += 8) {
    u32 from = word < address ? address - word : 0, to = end - word < 8 ? end - word : 8;
    u8 mask = (u8)(0xff << from) & (u8)(0xff >> (8 - to));
    if (own_bytes(word, mask) == mask) continue;
    u64 known = shadow_of(word)->known;
    raise_to(&v->reads, known >> TIME_SHIFT);
    if (mask == 0xff && own_bytes(word, mask) == 0) note_address(v, *(const volatile u64 *)word, known >> TIME_SHIFT);
    for (u32 i = 0; (known & HISTORY_HERE) != 0 && i < 8; i++) {
      struct dated *d = find_dated(word + i, 0);
      if (d != NULL && d->count > 0) raise_to(&d->known[slot_of(t->id)], d->writes[d->count - 1].time);
    }
  }
}

/* An atomic access of other sizes, after which the thread knows of all writes. All its stores are in memory. */
static void date_wide(const struct thread *t, u64 address, u64 size, int writes) {
  struct times *v = steering == STEER_ARM64 ? times_of(t) : NULL;
  if (v == NULL) return;
  for (u64 word = address & ~7ull; writes && word < address + size; word += 8) date_write(t, word, 0xff, 0, 0, IS_RELEASE);
  v->base = v->reads = last_time;
}

/* DMB ISHLD for an acquire fence, otherwise DMB ISH: the thread's stores are in memory. */
static void fence_dated(const struct thread *t, u32 order) {
  struct times *v = times_of(t);
  if (v == NULL) return;
  raise_to(&v->base, v->reads);
  if (order != ACQUIRE) raise_to(&v->base, v->writes);
}

/* All that the thread has done and knows of. */
static void learn_all(struct times *v, const struct times *other) {
  raise_to(&v->base, other->base);
  raise_to(&v->base, other->reads);
  raise_to(&v->base, other->writes);
}

/* A step of a lock, or of whatever else orders threads: after all earlier ones of it. */
static void order_object(const struct thread *t, const void *object) {
  if (steering != STEER_ARM64) {
    order_clocked(t, object);
    return;
  }
  struct times *v = times_of(t);
  struct ordered *o = ordered_at(object);
  if (v == NULL || o == NULL) return;
  learn_all(v, v);
  raise_to(&v->base, o->time);
  o->time = v->base;
}

/* One thread starts or joins the other. */
static void order_thread(const struct thread *t, u32 child, int is_start) {
  if (steering != STEER_ARM64) {
    order_child(t, child, is_start);
    return;
  }
  struct times *v = times_of(t), *other = &times[slot_of(child)];
  if (v == NULL) return;
  if (is_start) learn_all(other, v);
  else learn_all(v, other);
}
