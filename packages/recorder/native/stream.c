/*
 * The stream to `fencepost record`. A block of events has four columns: sites (which event), addresses, values, checks.
 * Like next to like compresses better. All numbers are little-endian; varints have 7 bits per byte, low ones first.
 *
 * A recording that keeps its last part only (`--ring`) consists of segments: each can be read without those before it.
 *
 * Offers the columns and `put`, `put_byte`, `zigzag`; `make_room` before an event; `send_block`; `is_segment_over`.
 */
enum block {
  BLOCK_HEADER = 1, BLOCK_EVENTS = 2, BLOCK_SITES = 3, BLOCK_END = 5, BLOCK_MODULES = 7, BLOCK_MAPPINGS = 8, BLOCK_UNHOOKED = 9,
  BLOCK_NOTED = 10, BLOCK_SEGMENT = 11, BLOCK_SNAPSHOT = 12
};

#define BLOCK_STEPS 65536
#define COLUMN_BYTES (4u << 20)
/* No event takes more than this in any column: ranges are recorded in parts. */
#define EVENT_BYTES 16384

struct column {
  u8 *start, *end;
};

static struct column sites_column, addresses, values, checks, definitions, bases;
static int sink = -1;
static u32 room;
static u32 block_sum;
static volatile int sending;
static u64 events_total;
/* The thread of the last event. */
static u32 last_thread;
/* Steps in a segment, and those that are left of this one; 0: there are no segments. */
static u64 segment_steps, segment_left;
static u32 block_steps = BLOCK_STEPS;
/* Instead of a thread: the next event begins a segment. */
#define NOBODY (~0u)

static void make_segments(u64 steps) {
  segment_steps = segment_left = steps;
  if (steps > 0 && steps < BLOCK_STEPS) block_steps = steps;
}

HOT int is_segment_over(void) { return last_thread == NOBODY; }

static int make_columns(void) {
  struct column *all[] = {&sites_column, &addresses, &values, &checks, &definitions, &bases};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    all[i]->start = all[i]->end = reserve(COLUMN_BYTES);
    if (all[i]->start == NULL) return 0;
  }
  room = block_steps;
  return 1;
}

HOT void put_byte(struct column *c, u8 byte) { *c->end++ = byte; }

HOT void put(struct column *c, u64 value) {
  while (UNLIKELY(value >= 0x80)) {
    *c->end++ = (u8)value | 0x80;
    value >>= 7;
  }
  *c->end++ = (u8)value;
}

HOT u64 zigzag(int64_t value) { return ((u64)value << 1) ^ (u64)(value >> 63); }

static void send_bytes(const void *from, size_t bytes) {
  const char *p = from;
  while (bytes > 0 && sink >= 0) {
    long n = real.syscall(SYS_sendto, sink, p, bytes, MSG_NOSIGNAL, NULL, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      real.close(sink);
      sink = -1;
      return;
    }
    p += n;
    bytes -= n;
  }
}

static void send_block(enum block type, const struct iovec *parts, int count) {
  u32 bytes = 0;
  for (int i = 0; i < count; i++) bytes += parts[i].iov_len;
  u8 head[5] = {type, bytes, bytes >> 8, bytes >> 16, bytes >> 24};
  send_bytes(head, sizeof head);
  for (int i = 0; i < count; i++) send_bytes(parts[i].iov_base, parts[i].iov_len);
}

/* Sends what was recorded since the last block. `cut`: a signal came within a hook, the columns may have more. */
COLD void flush_events(int cut) {
  int saved = errno;
  sending = 1;
  if (definitions.end > definitions.start) {
    struct iovec part = {definitions.start, definitions.end - definitions.start};
    send_block(BLOCK_SITES, &part, 1);
    definitions.end = definitions.start;
  }
  if (bases.end > bases.start) {
    struct iovec part = {bases.start, bases.end - bases.start};
    send_block(BLOCK_MODULES, &part, 1);
    bases.end = bases.start;
  }
  struct column *columns[] = {&sites_column, &addresses, &values, &checks};
  u32 head[6] = {cut, block_sum};
  struct iovec parts[5] = {{head, sizeof head}};
  for (int i = 0; i < 4; i++) {
    head[2 + i] = columns[i]->end - columns[i]->start;
    parts[1 + i] = (struct iovec){columns[i]->start, head[2 + i]};
  }
  if (head[2] > 0) send_block(BLOCK_EVENTS, parts, 5);
  for (int i = 0; i < 4; i++) columns[i]->end = columns[i]->start;
  u32 steps = block_steps - room;
  if (segment_steps > 0 && segment_left <= steps) last_thread = NOBODY;
  segment_left -= steps;
  room = block_steps;
  block_sum = 0;
  sending = 0;
  errno = saved;
}

HOT void make_room(void) {
  if (UNLIKELY(--room == 0) || UNLIKELY(values.end - values.start > COLUMN_BYTES - EVENT_BYTES) ||
      UNLIKELY(addresses.end - addresses.start > COLUMN_BYTES - EVENT_BYTES) ||
      UNLIKELY(definitions.end - definitions.start > COLUMN_BYTES - EVENT_BYTES))
    flush_events(0);
}
