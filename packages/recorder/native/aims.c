/*
 * What a steered run aims at: pairs that a monitor found, an operation and a write of another thread to the same place that it could
 * come before. There are two ways to get there, and a run tries both, a few times for each pair:
 *
 * - The operation is early: its thread has stores that wait. It is held after the operation, until another thread has executed
 *   the write, and then has come to the place of a store that waits.
 * - The write is late: it waits, its thread goes on for a few steps, and is held until another thread has executed the operation.
 *
 * Offers `aim_of_store`, `comes_early`; `make_aims`, `read_aims` and `put_aims`, from and for `fencepost steer`.
 */
struct aim {
  /* Instructions, as the address after the call of the hook. */
  u64 early, late;
  /* Its number for `fencepost steer`, and how often a run without store buffers comes to both; 0: not known. */
  u32 id, early_expected, late_expected;
  /* How often this run came to both, and how often it still passes them by. */
  u32 early_count, late_count, early_skip, late_skip;
  /* How often a thread was held, and how often the operation came first. */
  u32 held, overtook;
};
#define MOST_AIMS 4096
/* All others are for other runs. */
#define MOST_ACTIVE 64
/* So often a run tries each pair in each way, if its threads come by that often: the fewer pairs, the more. */
#define FEWEST_TRIES 4
static u32 tries;
static struct aim *aims;
static u32 aim_count;

/* Most instructions are part of no aim: bit 0 says that this may be a write of one, bit 1 that it may be an operation. */
#define FILTER_BITS 16
static u8 *aim_filter;
static u32 filtered(u64 pc) { return (pc * 0x9e3779b97f4a7c15ull) >> (64 - FILTER_BITS); }
HOT int is_of_aim(u64 pc) { return aim_count > 0 && aim_filter[filtered(pc)]; }

/* What a thread is doing about an aim. */
struct aiming {
  /* Its number + 1; 0: nothing. */
  u32 aim;
  /* In how many steps it is held; 0: it was, or is. */
  u32 steps;
  /* Where it has executed the operation; 0: it is the write that is late. */
  u64 place;
  /* The thread that has executed the write meanwhile. */
  const struct thread *passed_by;
};
static struct aiming *aiming;

static int is_tried(u32 *skip, u32 expected) {
  if (*skip > 0) {
    --*skip;
    return 0;
  }
  *skip = expected > tries ? draw() % (expected / tries * 2) : 0;
  return 1;
}

/* A store of the owner: the aim + 1 if it is to be late, or 0. */
static u32 aim_of_store(const struct thread *t, u64 pc) {
  if (LIKELY(aim_count == 0) || LIKELY((aim_filter[filtered(pc)] & 1) == 0)) return 0;
  u32 found = 0;
  for (u32 i = 0; i < aim_count; i++) {
    struct aim *a = &aims[i];
    if (a->late != pc) continue;
    a->late_count++;
    if (!has_buffers() || found != 0 || !is_tried(&a->late_skip, a->late_expected)) continue;
    aiming[t->id] = (struct aiming){.aim = i + 1, .steps = 2 + draw() % (1u << draw() % 4)};
    found = i + 1;
  }
  return found;
}

/* May this load find an old value for an aim? */
static int is_early(u64 pc) {
  for (u32 i = 0; is_of_aim(pc) && i < aim_count; i++)
    if (aims[i].early == pc) return 1;
  return 0;
}

/* The owner found an old value. */
static void count_old(u64 pc) {
  for (u32 i = 0; i < aim_count; i++)
    if (aims[i].early == pc) aims[i].overtook++;
}

/* The owner is at an operation of this aim, or not. */
static void comes_early(const struct thread *t, u32 i, u64 address, u64 pc) {
  struct aim *a = &aims[i];
  if (a->early != pc) return;
  a->early_count++;
  if (buffer_of(t)->count == 0 || aiming[t->id].steps > 0 || !is_tried(&a->early_skip, a->early_expected)) return;
  aiming[t->id] = (struct aiming){.aim = i + 1, .steps = 1, .place = address};
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

static int make_aims(void) {
  aims = reserve(sizeof *aims * MOST_AIMS);
  aiming = reserve(sizeof *aiming * MOST_THREADS);
  aim_filter = reserve(1u << FILTER_BITS);
  return aims != NULL && aiming != NULL && aim_filter != NULL;
}

/* Which of many are for this run. */
static void choose_aims(void) {
  for (u32 i = 0; aim_count > MOST_ACTIVE && i < MOST_ACTIVE; i++) {
    u32 other = i + draw() % (aim_count - i);
    struct aim chosen = aims[other];
    aims[other] = aims[i];
    aims[i] = chosen;
  }
  if (aim_count > MOST_ACTIVE) aim_count = MOST_ACTIVE;
  if (aim_count > 0) tries = FEWEST_TRIES + MOST_ACTIVE / aim_count;
  for (u32 i = 0; i < aim_count; i++) {
    struct aim *a = &aims[i];
    if (a->early_expected > 0) a->early_skip = draw() % a->early_expected;
    if (a->late_expected > 0) a->late_skip = draw() % a->late_expected;
  }
}

/* Lines of number, executions of the operation, executions of the write, operation, write; with tabs between. */
static void read_aims(const char *text) {
  while (text != NULL && *text != 0 && aim_count < MOST_AIMS) {
    const char *end = strchrnul(text, '\n');
    char *at;
    struct aim a = {.id = strtoul(text, &at, 10)};
    a.early_expected = strtoul(at, &at, 10);
    a.late_expected = strtoul(at, &at, 10);
    const char *middle = *at == '\t' ? memchr(at + 1, '\t', end - at - 1) : NULL;
    if (middle != NULL) {
      a.early = place_named(at + 1, middle - at - 1);
      a.late = place_named(middle + 1, end - middle - 1);
      if (a.early != 0 && a.late != 0) aims[aim_count++] = a;
    }
    text = *end == 0 ? end : end + 1;
  }
  if (steering != STEER_SC) choose_aims();
  for (u32 i = 0; i < aim_count; i++) {
    aim_filter[filtered(aims[i].late)] |= 1;
    aim_filter[filtered(aims[i].early)] |= 2;
  }
}

/* What the run came to, at its end: its steps, and a line for each aim. */
static void put_aims(u64 steps) {
  const char *path = getenv("FENCEPOST_STEER_MARK");
  int file = path == NULL ? -1 : real.syscall(SYS_openat, AT_FDCWD, path, O_APPEND | O_WRONLY | O_CLOEXEC, 0);
  if (file < 0) return;
  char line[128];
  int n = snprintf(line, sizeof line, "%llu\n", (unsigned long long)steps);
  (void)!real.syscall(SYS_write, file, line, n);
  for (u32 i = 0; i < aim_count; i++) {
    const struct aim *a = &aims[i];
    n = snprintf(line, sizeof line, "%u %u %u %u %u\n", a->id, a->early_count, a->late_count, a->held, a->overtook);
    (void)!real.syscall(SYS_write, file, line, n);
  }
  real.close(file);
}
