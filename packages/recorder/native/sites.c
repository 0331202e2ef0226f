/*
 * Sites: an instruction (its address) with what it does. Each has a number, in the order of their first events, and
 * is defined once: module, offset, kind, size, order. An event begins with the difference of its site from the last.
 *
 * Offers `site_of` (an instruction and a `WHAT`), `make_sites`, `forget_addresses`.
 */
struct site {
  u64 key;
  u64 last_address;
  u32 id;
};

#define SITE_BITS 20
static struct site *site_table;
static u32 site_count;
/* By number. */
static struct site **sites;
static u32 last_site;

/* Kind, size, order and order on failure in 16 bits; sizes as logarithms. */
#define WHAT(kind, log_size, order, failure) ((kind) << 9 | (log_size) << 6 | (order) << 3 | (failure))

struct module_search {
  u64 pc;
  u64 base;
  char path[PATH_MAX];
};

static int is_module(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct module_search *search = data;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    u64 start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (info->dlpi_phdr[i].p_type != PT_LOAD || search->pc < start) continue;
    if (search->pc >= start + info->dlpi_phdr[i].p_memsz) continue;
    search->base = info->dlpi_addr;
    if (info->dlpi_name != NULL && info->dlpi_name[0] != 0) {
      snprintf(search->path, sizeof search->path, "%s", info->dlpi_name);
    } else {
      ssize_t n = readlink("/proc/self/exe", search->path, sizeof search->path - 1);
      search->path[n < 0 ? 0 : n] = 0;
    }
    return 1;
  }
  return 0;
}

struct module {
  u64 base;
  char *path;
};
static struct module *modules;
static u32 module_count;
#define MOST_MODULES 4096

/* Definitions are entries of a kind (1: module, 2: site) and their fields. */
static u32 define_module(const struct module_search *found) {
  for (u32 i = 0; i < module_count; i++) {
    if (modules[i].base == found->base && strcmp(modules[i].path, found->path) == 0) return i;
  }
  if (module_count == MOST_MODULES) return MOST_MODULES - 1;
  size_t length = strlen(found->path);
  char *copy = reserve(length + 1);
  memcpy(copy, found->path, length + 1);
  modules[module_count] = (struct module){found->base, copy};
  put(&definitions, 1);
  put(&definitions, length);
  memcpy(definitions.end, copy, length);
  definitions.end += length;
  /* For the names of its variables: where it is, and what. */
  u32 bytes = length;
  memcpy(bases.end, &found->base, 8);
  memcpy(bases.end + 8, &bytes, 4);
  memcpy(bases.end + 12, copy, length);
  bases.end += 12 + length;
  return module_count++;
}

COLD struct site *define_site(struct site *slot, u64 key) {
  struct module_search *search = reserve(sizeof *search);
  u64 pc = key >> 16;
  search->pc = pc;
  u32 module = 0, known = pc != 0 && dl_iterate_phdr(is_module, search);
  if (known) module = define_module(search) + 1;
  put(&definitions, 2);
  put(&definitions, module);
  put(&definitions, known ? pc - search->base : pc);
  put(&definitions, key & 0xffff);
  real.munmap(search, sizeof *search);
  slot->key = key;
  slot->id = site_count++;
  sites[slot->id] = slot;
  return slot;
}

static const char TOO_MANY_SITES[] = "fencepost: the program has too many sites to be recorded\n";

HOT struct site *site_of(u64 pc, u32 what) {
  u64 key = pc << 16 | what;
  u64 at = (key * 0x9e3779b97f4a7c15ull) >> (64 - SITE_BITS);
  for (;;) {
    struct site *slot = &site_table[at];
    if (LIKELY(slot->key == key)) return slot;
    if (slot->key == 0) {
      if (site_count > (1u << SITE_BITS) / 4 * 3) {
        tell(TOO_MANY_SITES);
        abort();
      }
      return define_site(slot, key);
    }
    at = (at + 1) & ((1u << SITE_BITS) - 1);
  }
}

static int make_sites(void) {
  site_table = reserve(sizeof *site_table << SITE_BITS);
  sites = reserve(sizeof *sites << SITE_BITS);
  modules = reserve(sizeof *modules * MOST_MODULES);
  return site_table != NULL && sites != NULL && modules != NULL;
}

/* For a segment: what follows is not told by differences from what came before. */
static void forget_addresses(void) {
  for (u32 i = 0; i < site_count; i++) sites[i]->last_address = 0;
  last_site = 0;
}
