/*
 * Store buffers, for `fencepost steer`: each thread's stores reach memory later than they are made, as TSO or PSO allows
 * (packages/core/src/models/tso.ts, pso.ts). Only the owner of the baton runs. So memory is made to look as it sees it: its own
 * stores that wait lie over what all others see, and are taken away before another thread gets the baton.
 *
 * Offers `before_store` and `after_store` (or `after_store_as`) around a store; `commit` and `drain`; `view`, which makes memory look as a thread
 * sees it. Declares what the scheduler asks of steer.c.
 */
enum memory_model { STEER_OFF, STEER_SC, STEER_RC11, STEER_TSO, STEER_PSO, STEER_ARM64 };
static enum memory_model steering;
HOT int has_buffers(void) { return steering >= STEER_TSO; }
/* Loads that did not find the latest value. */
static u64 old_values;

/* Steps of the run, and the last one that changed memory. */
static u64 steered_steps, last_change;
static void note_change(void) { last_change = steered_steps; }

/* In aims.c and steer.c, where the threads are known. */
static u32 aim_of_store(const struct thread *t, u64 pc);
static void steered_step(struct thread *t, int drains);
static int is_held(const struct thread *t);
static int release_all(void);
static u64 quantum(void);
static void drop_writes(u64 address, u64 size);
static void date_write(const struct thread *t, u64 word, u8 mask, u64 value, u64 before, u32 flags);

/* A store that waits, or the part of it within a word of 8 bytes; one bit of `mask` per byte. */
struct entry {
  u64 word, value;
  u32 epoch;
  u8 mask;
  u8 flags;
  /* Its commit is to be delayed, for an aim: its number + 1. */
  u16 late;
};

/* Flags of a store. */
#define IS_ATOMIC 1
#define IS_RELEASE 2

/* Hardware has some 60. */
#define MOST_BUFFERED 64
/* Longer ranges are written at once, which every model allows. */
#define MOST_BUFFERED_BYTES 64

struct buffer {
  u32 count, epoch, releases;
  struct entry entries[MOST_BUFFERED];
};
static struct buffer *buffers;

/* What lies over memory: the bytes in `mask` are `newest`; all others see `saved`. */
struct covered {
  u64 word, saved, newest;
  u8 mask;
};
static struct thread *viewer;
static struct covered cover[MOST_BUFFERED];
static u32 cover_count;

static struct buffer *buffer_of(const struct thread *t) { return &buffers[t->id]; }

/* Bit i of the mask becomes byte i. */
static u64 bytes_of(u8 mask) {
  u64 spread = 0;
  for (u32 i = 0; i < 8; i++) spread |= (mask >> i & 1) * (0xffull << i * 8);
  return spread;
}

static void merge(u64 *into, u64 value, u8 mask) {
  u64 bytes = bytes_of(mask);
  *into = (*into & ~bytes) | (value & bytes);
}

static void write_word(u64 word, u64 value, u8 mask) {
  if (mask == 0xff) *(volatile u64 *)word = value;
  else
    for (u32 i = 0; i < 8; i++)
      if (mask >> i & 1) ((volatile u8 *)word)[i] = value >> i * 8;
}

static struct covered *covered_at(u64 word) {
  for (u32 i = 0; i < cover_count; i++)
    if (cover[i].word == word) return &cover[i];
  return NULL;
}

/* `before`: what memory holds without this store, for bytes that are not covered yet. */
static void put_over(u64 word, u64 before, u64 value, u8 mask) {
  struct covered *c = covered_at(word);
  if (c == NULL) {
    c = &cover[cover_count++];
    *c = (struct covered){word, 0, 0, 0};
  }
  merge(&c->saved, before, mask & ~c->mask);
  merge(&c->newest, value, mask);
  c->mask |= mask;
}

/* After an entry of the viewer has been taken out: bytes that no other entry covers are as all see them. */
static void uncover(const struct buffer *b, u64 word) {
  struct covered *c = covered_at(word);
  u8 mask = 0;
  for (u32 i = 0; i < b->count; i++)
    if (b->entries[i].word == word) mask |= b->entries[i].mask;
  c->mask &= mask;
  if (c->mask == 0) *c = cover[--cover_count];
}

static u64 seen_by_all(u64 word) {
  u64 value = *(volatile u64 *)word;
  struct covered *c = covered_at(word);
  if (c != NULL) merge(&value, c->saved, c->mask);
  return value;
}

/* The entry reaches memory: all threads see it, except for what the viewer's own stores cover. */
static void commit(struct thread *t, u32 rank) {
  struct buffer *b = buffer_of(t);
  struct entry e = b->entries[rank];
  memmove(&b->entries[rank], &b->entries[rank + 1], (b->count - rank - 1) * sizeof e);
  b->count--;
  b->releases -= (e.flags & IS_RELEASE) != 0;
  date_write(t, e.word, e.mask, e.value, seen_by_all(e.word), e.flags);
  struct covered *c = covered_at(e.word);
  u8 under = c == NULL ? 0 : c->mask & e.mask;
  if (under != 0) merge(&c->saved, e.value, under);
  if (t == viewer) uncover(b, e.word);
  else write_word(e.word, e.value, e.mask & ~under);
}

static void drain(struct thread *t) {
  while (steering && buffer_of(t)->count > 0) commit(t, 0);
}

/* May this entry be the next that reaches memory? */
static int is_next(const struct buffer *b, u32 rank) {
  if (steering == STEER_TSO) return rank == 0;
  const struct entry *e = &b->entries[rank];
  if (e->epoch != b->entries[0].epoch) return 0;
  for (u32 i = 0; i < rank; i++)
    if (b->entries[i].word == e->word && (b->entries[i].mask & e->mask) != 0) return 0;
  return 1;
}

/* Code without hooks, or the kernel, may have written over a store that waits: then that store was made before. */
static int is_overwritten(void) {
  for (u32 i = 0; i < cover_count; i++) {
    if (((*(volatile u64 *)cover[i].word ^ cover[i].newest) & bytes_of(cover[i].mask)) != 0) return 1;
  }
  return 0;
}

/* Makes memory what this thread sees; NULL: what all see. */
static void view(struct thread *next) {
  if (!steering || viewer == next) return;
  if (viewer != NULL) {
    if (is_overwritten()) drain(viewer);
    for (u32 i = 0; i < cover_count; i++) write_word(cover[i].word, cover[i].saved, cover[i].mask);
    cover_count = 0;
  }
  viewer = next;
  if (next == NULL) return;
  struct buffer *b = buffer_of(next);
  for (u32 i = 0; i < b->count; i++) {
    struct entry *e = &b->entries[i];
    put_over(e->word, *(volatile u64 *)e->word, e->value, e->mask);
    write_word(e->word, e->value, e->mask);
  }
}

static int is_own_stack(const struct thread *t, u64 address) { return address - t->stack < t->stack_bytes; }

static void push(struct thread *t, u64 word, u64 before, u64 value, u8 mask, u32 flags, u32 late) {
  struct buffer *b = buffer_of(t);
  if (b->count == MOST_BUFFERED) commit(t, 0);
  b->entries[b->count++] = (struct entry){word, value, b->epoch, mask, flags, late};
  b->releases += (flags & IS_RELEASE) != 0;
  put_over(word, before, value, mask);
}

/* What memory holds where a store is about to be made. */
static u64 store_before[MOST_BUFFERED_BYTES / 8 + 1];

/*
 * Before a store of the owner. A thread's own stack is written at once: code without hooks uses it again. This is not observable, as
 * all stores of a thread are in memory before another one looks at its stack (`meet`).
 */
static void before_store(struct thread *t, u64 address, u64 size) {
  if (size > MOST_BUFFERED_BYTES) drain(t);
  else
    for (u64 at = address & ~7ull, i = 0; at < address + size; at += 8) store_before[i++] = *(volatile u64 *)at;
}

/* After it: memory has its value. */
static void after_store_as(struct thread *t, u64 address, u64 size, u64 pc, u32 flags) {
  u32 late = aim_of_store(t, pc);
  int is_long = size > MOST_BUFFERED_BYTES, is_change = is_long;
  for (u64 at = address & ~7ull, i = 0; !is_change && at < address + size; at += 8, i++)
    is_change = store_before[i] != *(volatile u64 *)at;
  if (is_change) note_change();
  if (steering == STEER_RC11) drop_writes(address, size);
  if (!has_buffers()) return;
  int waits = !is_long && !is_own_stack(t, address);
  u64 end = address + size;
  for (u64 word = address & ~7ull, i = 0; word < end; word += 8, i++) {
    u32 from = word < address ? address - word : 0, to = end - word < 8 ? end - word : 8;
    u8 mask = (u8)(0xff << from) & (u8)(0xff >> (8 - to));
    u64 before = is_long ? 0 : store_before[i], value = *(volatile u64 *)word;
    if (waits) push(t, word, before, value, mask, flags, late);
    else date_write(t, word, mask, value, before, is_long ? 0 : flags);
  }
}

static void after_store(struct thread *t, u64 address, u64 size, u64 pc) { after_store_as(t, address, size, pc, 0); }

/* A store-store fence: what comes later reaches memory later. */
static void keep_order(struct thread *t) { buffer_of(t)->epoch++; }
