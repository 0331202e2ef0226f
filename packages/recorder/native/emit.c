/*
 * Events: from what a hook was told to bytes. Only the thread that has the baton comes here.
 *
 * Offers `emit_load`, `emit_store`, `emit_update`, `emit_object`, `emit_look`, `emit_fence` and others, one for each kind of event; `read_memory`.
 */

/* The site goes last: a signal in the middle leaves no half event. */
HOT void put_site(struct site *site) {
  put(&sites_column, zigzag((int64_t)site->id - (int64_t)last_site));
  last_site = site->id;
}

HOT void put_address(struct site *site, u64 address) {
  put(&addresses, zigzag((int64_t)(address - site->last_address)));
  site->last_address = address;
}

/* A hash of a value that was read: a byte per load, and the sum of all in a block. */
HOT void put_check(u64 value) {
  u32 hash = ((u32)value ^ (u32)(value >> 32) * 0x85ebca6bu) * 0x9e3779b1u;
  put_byte(&checks, hash >> 24);
  block_sum = block_sum * 31 + hash;
}

COLD void emit_switch(u32 thread) {
  last_thread = thread;
  make_room();
  struct site *site = site_of(0, WHAT(K_SWITCH, 0, 0, 0));
  put(&addresses, thread);
  put_site(site);
}

static void send_threads(void);

/* What follows can be read without what came before: it begins with the threads that there are. */
COLD void begin_segment(void) {
  flush_events(0);
  forget_addresses();
  forget_values();
  segment_left = segment_steps;
  send_threads();
}

static void announce_allocations(struct thread *t);

COLD void turn_to(struct thread *t) {
  if (is_segment_over()) begin_segment();
  emit_switch(t->id);
  announce_allocations(t);
}

/* Before anything of an event: afterwards, what the recording knows stays known until the event is complete. */
HOT void turn(struct thread *t) {
  if (UNLIKELY(t->id != last_thread)) turn_to(t);
}

HOT void begin_event(void) {
  make_room();
  events_total++;
}

/* Bytes from here to the end of the word, or of the range. */
HOT u32 word_part(u64 at, u64 end) {
  u64 left = 8 - (at & 7);
  return left < end - at ? left : end - at;
}

HOT u64 bytes_mask(u32 size) { return size == 8 ? ~0ull : (1ull << size * 8) - 1; }
HOT u32 known_mask(u64 address, u32 size) { return ((1u << size) - 1) << (address & 7); }

HOT u64 read_memory(u64 address, u32 size) {
  u64 value = 0;
  switch (size) {
    case 1: return *(volatile u8 *)address;
    case 2: if ((address & 1) == 0) return *(volatile u16 *)address; break;
    case 4: if ((address & 3) == 0) return *(volatile u32 *)address; break;
    case 8: if ((address & 7) == 0) return *(volatile u64 *)address; break;
  }
  for (u32 i = 0; i < size; i++) value |= (u64)((volatile u8 *)address)[i] << i * 8;
  return value;
}

/* The value that the recording has so far; 0 if it has none for all bytes. The access does not leave the word. */
HOT u64 recorded(const struct word *word, u64 address, u32 size) {
  u32 known = known_mask(address, size);
  return (word->known & known) == known ? word->value >> (address & 7) * 8 & bytes_mask(size) : 0;
}

HOT void remember(struct word *word, u64 address, u32 size, u64 value) {
  u32 shift = (address & 7) * 8;
  word->value = (word->value & ~(bytes_mask(size) << shift)) | (value & bytes_mask(size)) << shift;
  word->known |= known_mask(address, size);
}

HOT int64_t extend(u64 value, u32 size) { return (int64_t)(value << (64 - size * 8)) >> (64 - size * 8); }

HOT void put_value(u64 value, u64 before, u32 size) { put(&values, zigzag(extend(value - before, size))); }

/* Memory holds a value that was not recorded: the first time that these bytes are seen, or written by code without hooks. */
COLD void emit_outside(struct word *word, u64 address, u32 size, u64 value) {
  u64 before = recorded(word, address, size);
  make_room();
  struct site *site = site_of(0, WHAT(K_OUTSIDE, 0, 0, 0));
  put_address(site, address);
  put(&addresses, size);
  put_value(value, before, size);
  put_site(site);
  remember(word, address, size, value);
}

HOT void observe(struct word *word, u64 address, u32 size, u64 value) {
  u32 known = known_mask(address, size);
  u64 shift = (address & 7) * 8;
  if (UNLIKELY((word->known & known) != known) || UNLIKELY(((word->value >> shift) ^ value) & bytes_mask(size)))
    emit_outside(word, address, size, value);
}

HOT void emit_load_inline(struct thread *t, u64 address, u32 size, u64 value, u64 pc, u32 what) {
  turn(t);
  observe(shadow_of(address), address, size, value);
  begin_event();
  struct site *site = site_of(pc, what);
  put_address(site, address);
  put_check(value);
  put_site(site);
}

HOT void emit_store_inline(struct thread *t, u64 address, u32 size, u64 value, u64 pc, u32 what) {
  turn(t);
  begin_event();
  struct word *word = shadow_of(address);
  struct site *site = site_of(pc, what);
  put_address(site, address);
  put_value(value, recorded(word, address, size), size);
  put_site(site);
  remember(word, address, size, value);
}

APART void emit_load(struct thread *t, u64 address, u32 size, u64 value, u64 pc, u32 what) {
  emit_load_inline(t, address, size, value, pc, what);
}
APART void emit_store(struct thread *t, u64 address, u32 size, u64 value, u64 pc, u32 what) {
  emit_store_inline(t, address, size, value, pc, what);
}

/* A read-modify-write, or a compare-and-swap that found what it expected. */
APART void emit_update(struct thread *t, u64 address, u32 size, u64 before, u64 value, u64 pc, u32 what) {
  turn(t);
  if (UNLIKELY(steering) && before != value) note_change();
  struct word *word = shadow_of(address);
  observe(word, address, size, before);
  begin_event();
  struct site *site = site_of(pc, what);
  put_address(site, address);
  put_check(before);
  put_value(value, before, size);
  put_site(site);
  remember(word, address, size, value);
}

APART void emit_failed_swap(struct thread *t, u64 address, u32 size, u64 found, u64 expected, u64 value, u64 pc,
                             u32 what) {
  turn(t);
  observe(shadow_of(address), address, size, found);
  begin_event();
  struct site *site = site_of(pc, what);
  put_address(site, address);
  put_check(found);
  put_value(expected, found, size);
  put_value(value, found, size);
  put_site(site);
}

/* Ranges, and accesses that are not within one word: words one after the other, in parts. */
#define RANGE_PART 4096

APART void emit_load_range(struct thread *t, u64 address, u64 bytes, u64 pc, u32 order) {
  if (UNLIKELY(steering)) {
    if (order == PLAIN) date_load(t, address, bytes);
    else date_wide(t, address, bytes, 0);
  }
  while (bytes > 0) {
    u64 part = bytes < RANGE_PART ? bytes : RANGE_PART;
    u64 end = address + part;
    turn(t);
    for (u64 at = address; at < end;) {
      u32 size = word_part(at, end);
      observe(shadow_of(at), at, size, read_memory(at, size));
      at += size;
    }
    begin_event();
    struct site *site = site_of(pc, WHAT(K_LOAD_RANGE, 0, order, 0));
    put_address(site, address);
    put(&addresses, part);
    for (u64 at = address; at < end;) {
      u32 size = word_part(at, end);
      put_check(read_memory(at, size));
      at += size;
      if (at < end) events_total++;
    }
    put_site(site);
    address = end;
    bytes -= part;
  }
}

APART void emit_store_range(struct thread *t, u64 address, u64 bytes, u64 pc, u32 order) {
  if (UNLIKELY(steering == STEER_RC11)) drop_writes(address, bytes);
  if (UNLIKELY(steering) && order != PLAIN) date_wide(t, address, bytes, 1);
  while (bytes > 0) {
    u64 part = bytes < RANGE_PART ? bytes : RANGE_PART;
    u64 end = address + part;
    turn(t);
    begin_event();
    struct site *site = site_of(pc, WHAT(K_STORE_RANGE, 0, order, 0));
    put_address(site, address);
    put(&addresses, part);
    for (u64 at = address; at < end;) {
      u32 size = word_part(at, end);
      struct word *word = shadow_of(at);
      u64 value = read_memory(at, size);
      put_value(value, recorded(word, at, size), size);
      remember(word, at, size, value);
      at += size;
      if (at < end) events_total++;
    }
    put_site(site);
    address = end;
    bytes -= part;
  }
}

static struct site *begin_object(struct thread *t, enum kind kind, const void *object, u32 order, u64 pc) {
  if (UNLIKELY(has_old_values(t))) order_object(t, object);
  turn(t);
  begin_event();
  shadow_of((u64)object)->known |= OBJECT_HERE;
  struct site *site = site_of(pc, WHAT(kind, 0, order, 0));
  put_address(site, (u64)object);
  return site;
}

static void emit_change(struct thread *t, enum kind kind, const void *object, u32 order, u64 value, u64 pc) {
  struct site *site = begin_object(t, kind, object, order, pc);
  put(&values, value);
  put_site(site);
}

/*
 * A step of a lock or another synchronisation object, which drains the store buffer; its state is not what its bytes are, but
 * `value`: 0 if a try would succeed.
 */
APART void emit_object(struct thread *t, const void *object, u32 order, u64 value, u64 pc) {
  emit_change(t, K_OBJECT, object, order, value, pc);
}
/* A step that is a plain store: others may see it late. */
APART void emit_object_store(struct thread *t, const void *object, u64 value, u64 pc) {
  emit_change(t, K_OBJECT_STORE, object, RELEASE, value, pc);
}
/* A try that failed, and drains the store buffer. */
APART void emit_failed_object(struct thread *t, const void *object, u64 pc) {
  put_site(begin_object(t, K_FAILED_OBJECT, object, RELAXED, pc));
}
/* A try that failed, or something that is done already: a load, which drains nothing. */
APART void emit_look(struct thread *t, const void *object, u32 order, u64 pc) {
  put_site(begin_object(t, K_LOOK, object, order, pc));
}

APART void emit_fence(struct thread *t, u32 order, u64 pc) {
  turn(t);
  begin_event();
  put_site(site_of(pc, WHAT(K_FENCE, 0, order, 0)));
}

APART void emit_thread(struct thread *t, enum kind kind, u32 child, u64 pc) {
  if (UNLIKELY(has_old_values(t))) order_thread(t, child, kind == K_SPAWN);
  turn(t);
  begin_event();
  struct site *site = site_of(pc, WHAT(kind, 0, SEQ_CST, 0));
  put(&addresses, child);
  put_site(site);
}

static void emit_extent(struct thread *t, enum kind kind, u64 address, u64 bytes, u64 pc) {
  turn(t);
  make_room();
  struct site *site = site_of(pc, WHAT(kind, 0, 0, 0));
  put_address(site, address);
  put(&addresses, bytes);
  put_site(site);
}

APART void emit_free(struct thread *t, u64 address, u64 bytes, u64 pc) {
  if (bytes >= 8 && forget(address, address + bytes, 0)) emit_extent(t, K_FREE, address, bytes, pc);
}
/*
 * A block of the heap: it is told when a part of it is allocated again. Of large ones, only the words that the recording has are
 * marked.
 */
#define SMALL_BLOCK 4096
APART void emit_free_block(struct thread *t, u64 address, u64 bytes, u64 pc) {
  u64 start = (address + 7) & ~7ull, end = (address + bytes) & ~7ull;
  if (start >= end) return;
  if (end - start <= SMALL_BLOCK)
    for (u64 at = start; at < end; at += 8) shadow_of(at)->known = FREED;
  else if (!forget(address, address + bytes, FREED)) return;
  emit_extent(t, K_FREE_BLOCK, address, bytes, pc);
}
/* Allocations by threads that cannot take a step: no other thread has used them before the next change of threads. */
#define MOST_UNANNOUNCED 4096
static struct extent {
  u64 address, bytes;
} unannounced[MOST_UNANNOUNCED];
static volatile u32 unannounced_count;

static void note_allocation(u64 address, u64 bytes) {
  u32 at = __atomic_fetch_add(&unannounced_count, 1, __ATOMIC_SEQ_CST);
  if (at < MOST_UNANNOUNCED) unannounced[at] = (struct extent){address, bytes};
}

APART void emit_allocate(struct thread *t, u64 address, u64 bytes, u64 pc) {
  forget(address, address + bytes, 0);
  emit_extent(t, K_ALLOCATE, address, bytes, pc);
}

static void announce_allocations(struct thread *t) {
  if (LIKELY(unannounced_count == 0)) return;
  u32 count = __atomic_exchange_n(&unannounced_count, 0, __ATOMIC_SEQ_CST);
  for (u32 i = 0; i < count && i < MOST_UNANNOUNCED; i++) emit_allocate(t, unannounced[i].address, unannounced[i].bytes, 0);
}

/* A plain store is announced before it is made: it waits here for the thread's next hook, when memory has its value. */
static struct {
  u64 address, pc;
  u32 size;
  struct thread *thread;
} pending;

static void make_pending(struct thread *t, u64 address, u32 size, u64 pc) {
  if (UNLIKELY(steering)) before_store(t, address, size);
  pending.address = address;
  pending.pc = pc;
  pending.size = size;
  pending.thread = t;
}

COLD void emit_pending_range(struct thread *t) { emit_store_range(t, pending.address, pending.size, pending.pc, PLAIN); }

HOT void emit_pending_inline(void) {
  struct thread *t = pending.thread;
  if (t == NULL) return;
  pending.thread = NULL;
  u64 address = pending.address;
  u32 size = pending.size;
  if (UNLIKELY(steering)) after_store(t, address, size, pending.pc);
  switch (size) {
    case 1: case 2: case 4: case 8:
      if (LIKELY((address & 7) + size <= 8)) {
        u32 what = WHAT(K_STORE, (u32)__builtin_ctz(size), PLAIN, 0);
        emit_store_inline(t, address, size, read_memory(address, size), pending.pc, what);
        return;
      }
  }
  emit_pending_range(t);
}

APART void emit_pending(void) { emit_pending_inline(); }
