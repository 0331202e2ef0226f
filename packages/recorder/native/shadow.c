/*
 * What the recording says memory holds, by words of 8 bytes: a table of chunks of 16 MiB, made when touched. A load that
 * finds something else shows that code without hooks, or the kernel, has written in between.
 *
 * Offers `shadow_of` (the word of an address), `forget`, `forget_values`, `is_freed`, `make_shadow`.
 */
struct word {
  u64 value;
  /* One bit per byte that the recording has a value for. */
  u64 known;
};

/* In `known`: a lock or another synchronisation object begins in this word. */
#define OBJECT_HERE 0x100
/* Writes of an atomic in this word are kept: see old.c. */
#define HISTORY_HERE 0x200
/* An earlier segment has this word. */
#define WAS_KNOWN 0x400
/* Part of a block that was freed, until it is allocated again. */
#define FREED 0x800
/* From this bit on: when the word was last written. See dated.c. */
#define TIME_SHIFT 16

#define CHUNK_BITS 24
#define PAGE_BITS 12
#define CHUNK_PAGES (1u << (CHUNK_BITS - PAGE_BITS))

struct chunk {
  u8 touched[CHUNK_PAGES];
  struct word words[1u << (CHUNK_BITS - 3)];
};

static struct chunk **chunks;
/* Keys of those that exist. */
static u32 *chunk_keys;
static u32 chunk_count;
static u64 last_chunk_key = ~0ull;
static struct chunk *last_chunk;

static int make_shadow(void) {
  chunks = reserve(sizeof *chunks << (48 - CHUNK_BITS));
  chunk_keys = reserve(sizeof *chunk_keys << (48 - CHUNK_BITS));
  return chunks != NULL && chunk_keys != NULL;
}

COLD struct chunk *make_chunk(u64 key) {
  struct chunk *chunk = reserve(sizeof *chunk);
  if (chunk == NULL) {
    tell("fencepost: no memory for the recorder\n");
    abort();
  }
  chunks[key] = chunk;
  chunk_keys[chunk_count++] = key;
  return chunk;
}

HOT struct word *shadow_of(u64 address) {
  u64 key = (address & 0xffffffffffffull) >> CHUNK_BITS;
  if (UNLIKELY(key != last_chunk_key)) {
    last_chunk = chunks[key] != NULL ? chunks[key] : make_chunk(key);
    last_chunk_key = key;
  }
  u32 offset = address & ((1u << CHUNK_BITS) - 1);
  last_chunk->touched[offset >> PAGE_BITS] = 1;
  return &last_chunk->words[offset >> 3];
}

/* Forgets the whole words within the range, which have this mark from then on. Was anything known about them? */
static int forget(u64 start, u64 end, u64 mark) {
  int any = 0;
  start = (start + 7) & ~7ull;
  end &= ~7ull;
  for (u64 at = start; at < end;) {
    struct chunk *chunk = chunks[(at & 0xffffffffffffull) >> CHUNK_BITS];
    u64 chunk_end = (at | ((1ull << CHUNK_BITS) - 1)) + 1;
    if (chunk == NULL) {
      at = chunk_end;
      continue;
    }
    u32 offset = at & ((1u << CHUNK_BITS) - 1);
    u64 page_end = (at | ((1ull << PAGE_BITS) - 1)) + 1;
    u64 stop = page_end < end ? page_end : end;
    if (chunk->touched[offset >> PAGE_BITS]) {
      for (; at < stop; at += 8, offset += 8) {
        u64 known = chunk->words[offset >> 3].known;
        if ((known & ~(u64)FREED) != 0) {
          any = 1;
          known = mark;
        }
        chunk->words[offset >> 3].known = mark == 0 ? 0 : known;
      }
    }
    at = stop;
  }
  return any;
}

/* Is any whole word within the range part of a block that was freed? */
static int is_freed(u64 start, u64 end) {
  start = (start + 7) & ~7ull;
  for (u64 at = start; at + 8 <= end;) {
    struct chunk *chunk = chunks[(at & 0xffffffffffffull) >> CHUNK_BITS];
    u32 offset = at & ((1u << CHUNK_BITS) - 1);
    if (chunk == NULL) at = (at | ((1ull << CHUNK_BITS) - 1)) + 1;
    else if (!chunk->touched[offset >> PAGE_BITS]) at = (at | ((1ull << PAGE_BITS) - 1)) + 1;
    else if ((chunk->words[offset >> 3].known & FREED) != 0) return 1;
    else at += 8;
  }
  return 0;
}

/* For a segment: no value is known. What is freed must still be told. */
static void forget_values(void) {
  for (u32 i = 0; i < chunk_count; i++) {
    struct chunk *chunk = chunks[chunk_keys[i]];
    for (u32 page = 0; page < CHUNK_PAGES; page++) {
      if (!chunk->touched[page]) continue;
      struct word *words = &chunk->words[page << (PAGE_BITS - 3)];
      for (u32 k = 0; k < 1u << (PAGE_BITS - 3); k++)
        if ((words[k].known & 0xff) != 0) words[k].known = (words[k].known & ~0xffull) | WAS_KNOWN;
    }
  }
}
