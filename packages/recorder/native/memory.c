/*
 * Memory that is freed, and functions of the C library that touch it on behalf of the program.
 *
 * Replaces their functions. Offers `check_room`.
 */

/* Larger blocks may be given back to the kernel, which may use their addresses for something else. */
#define MOST_BLOCK (64u << 10)

static void free_memory(void *p, u64 pc) {
  struct thread *t = p == NULL ? NULL : enter();
  if (t == NULL) return;
  u64 bytes = malloc_usable_size(p);
  settle((u64)p, bytes);
  if (bytes < MOST_BLOCK) emit_free_block(t, (u64)p, bytes, pc);
  else emit_free(t, (u64)p, bytes, pc);
  leave(t);
}

/* Memory is used again. */
static void uses(u64 address, u64 bytes, u64 pc) {
  if (!recording || !is_freed(address, address + bytes)) return;
  struct thread *t = enter();
  if (t == NULL) {
    note_allocation(address, bytes);
    return;
  }
  emit_allocate(t, address, bytes, pc);
  leave(t);
}
static void *allocated(void *p, u64 pc) {
  if (UNLIKELY(recording) && p != NULL) {
    int saved = errno;
    uses((u64)p, malloc_usable_size(p), pc);
    errno = saved;
  }
  return p;
}

/* What dlsym allocates while it looks for the real functions. */
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);

EXPORT void *malloc(size_t bytes) { return allocated(found_real ? real.malloc(bytes) : __libc_malloc(bytes), CALLER); }
EXPORT void *calloc(size_t count, size_t bytes) {
  return allocated(found_real ? real.calloc(count, bytes) : __libc_calloc(count, bytes), CALLER);
}
EXPORT void *memalign(size_t alignment, size_t bytes) {
  need_real();
  return allocated(real.memalign(alignment, bytes), CALLER);
}
EXPORT void *aligned_alloc(size_t alignment, size_t bytes) {
  need_real();
  return allocated(real.aligned_alloc(alignment, bytes), CALLER);
}
EXPORT int posix_memalign(void **p, size_t alignment, size_t bytes) {
  need_real();
  int failed = real.posix_memalign(p, alignment, bytes);
  if (!failed) allocated(*p, CALLER);
  return failed;
}
EXPORT void *valloc(size_t bytes) {
  need_real();
  return allocated(real.valloc(bytes), CALLER);
}
EXPORT void *pvalloc(size_t bytes) {
  need_real();
  return allocated(real.pvalloc(bytes), CALLER);
}
EXPORT void *mmap(void *p, size_t bytes, int protection, int flags, int file, off_t offset) {
  need_real();
  void *got = real.mmap(p, bytes, protection, flags, file, offset);
  if (got != MAP_FAILED) uses((u64)got, bytes, CALLER);
  return got;
}
EXPORT void *mmap64(void *p, size_t bytes, int protection, int flags, int file, off64_t offset) {
  return mmap(p, bytes, protection, flags, file, offset);
}

EXPORT void free(void *p) {
  if (UNLIKELY(!found_real)) {
    /* From within dlsym: nothing that it frees was allocated by anybody else. */
    if (real.free == NULL) return;
  }
  free_memory(p, CALLER);
  real.free(p);
}

/* The block may stay where it is; if it moves, the old place is free, and what the new one holds is found when read. */
EXPORT void *realloc(void *p, size_t bytes) {
  need_real();
  struct thread *t = p == NULL ? NULL : enter();
  u64 old_bytes = t == NULL ? 0 : malloc_usable_size(p);
  u64 pc = CALLER;
  if (t != NULL) settle((u64)p, old_bytes);
  void *moved = real.realloc(p, bytes);
  if (t != NULL) {
    /* Perhaps another thread has it already: it is not marked. */
    if (moved != p && (moved != NULL || bytes == 0)) emit_free(t, (u64)p, old_bytes, pc);
    leave(t);
  }
  return allocated(moved, pc);
}
EXPORT void *reallocarray(void *p, size_t count, size_t bytes) {
  size_t all;
  if (__builtin_mul_overflow(count, bytes, &all)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(p, all);
}

/* Memory goes away, or is not for reading any more: a store that was announced is to be seen before. */
static void let_go(const void *p, u64 bytes, int is_free, u64 pc) {
  need_real();
  struct thread *t = enter();
  if (t == NULL) return;
  settle((u64)p, bytes);
  if (is_free) emit_free(t, (u64)p, bytes, pc);
  leave(t);
}
EXPORT int munmap(void *p, size_t bytes) {
  let_go(p, bytes, 1, CALLER);
  return real.munmap(p, bytes);
}
EXPORT void *mremap(void *p, size_t old_bytes, size_t bytes, int flags, ...) {
  va_list list;
  va_start(list, flags);
  void *wanted = (flags & MREMAP_FIXED) != 0 ? va_arg(list, void *) : NULL;
  va_end(list);
  let_go(p, old_bytes, 1, CALLER);
  if (wanted != NULL) let_go(wanted, bytes, 1, CALLER);
  return real.mremap(p, old_bytes, bytes, flags, wanted);
}
EXPORT int mprotect(void *p, size_t bytes, int protection) {
  let_go(p, bytes, 0, CALLER);
  return real.mprotect(p, bytes, protection);
}
/* Its size is not known: what is attached there later is another memory only as far as it is read. */
EXPORT int shmdt(const void *p) {
  let_go(p, 0, 0, CALLER);
  return real.shmdt(p);
}
/* A library without hooks was there, even if it is not at the end. */
EXPORT int dlclose(void *library) {
  need_real();
  struct thread *t = enter();
  if (t != NULL) {
    send_mappings();
    leave(t);
  }
  return real.dlclose(library);
}

/* Functions of the C library that are asked for by name are those that ours stand in front of. */
static void *or_ours(void *found, const char *name) {
  Dl_info of_found, of_other, of_us;
  if (found == NULL || dladdr(found, &of_found) == 0 || dladdr((void *)or_ours, &of_us) == 0) return found;
  const char *file = of_found.dli_fname == NULL ? NULL : strrchr(of_found.dli_fname, '/');
  if (file == NULL || (strncmp(file, "/libc.", 6) != 0 && strncmp(file, "/libpthread", 11) != 0)) return found;
  void *other = real_dlsym(RTLD_DEFAULT, name);
  return other != NULL && dladdr(other, &of_other) != 0 && of_other.dli_fbase == of_us.dli_fbase ? other : found;
}
/* The C library looks at who calls it, if it is to go on after the caller: a jump, not a call. */
EXPORT void *dlsym(void *library, const char *name) {
  if (UNLIKELY(real_dlsym == NULL)) find_dlsym();
  if (library == RTLD_NEXT || library == RTLD_DEFAULT) return real_dlsym(library, name);
  return or_ours(real_dlsym(library, name), name);
}

/*
 * clang calls __tsan_memcpy and the like. gcc calls the functions themselves, as both do for strings: the linker is told to
 * take __wrap_memcpy instead (--wrap), for the objects that it links only.
 */
static void begin_range(struct thread *t, u64 to, u64 bytes, u64 pc) {
  if (LIKELY(!steering)) return;
  meet(t, to, bytes, pc);
  before_store(t, to, bytes);
}
static void end_range(struct thread *t, u64 to, u64 bytes, u64 pc) {
  if (UNLIKELY(steering)) after_store(t, to, bytes, pc);
}
APART void *copy(void *to, const void *from, size_t bytes, void *(*perform)(void *, const void *, size_t), u64 pc) {
  struct thread *t = bytes == 0 ? NULL : enter();
  if (t == NULL) return perform(to, from, bytes);
  step(t, COST_ACCESS);
  if (UNLIKELY(steering)) meet(t, (u64)from, bytes, pc);
  emit_load_range(t, (u64)from, bytes, pc, PLAIN);
  begin_range(t, (u64)to, bytes, pc);
  perform(to, from, bytes);
  end_range(t, (u64)to, bytes, pc);
  emit_store_range(t, (u64)to, bytes, pc, PLAIN);
  leave(t);
  return to;
}
APART void *set(void *to, int byte, size_t bytes, u64 pc) {
  struct thread *t = bytes == 0 ? NULL : enter();
  if (t == NULL) return memset(to, byte, bytes);
  step(t, COST_ACCESS);
  begin_range(t, (u64)to, bytes, pc);
  memset(to, byte, bytes);
  end_range(t, (u64)to, bytes, pc);
  emit_store_range(t, (u64)to, bytes, pc, PLAIN);
  leave(t);
  return to;
}
static void on_read(const void *from, size_t bytes, u64 pc) {
  struct thread *t = bytes == 0 ? NULL : enter();
  if (t == NULL) return;
  step(t, COST_ACCESS);
  if (UNLIKELY(steering)) meet(t, (u64)from, bytes, pc);
  emit_load_range(t, (u64)from, bytes, pc, PLAIN);
  leave(t);
}

EXPORT void *__tsan_memcpy(void *to, const void *from, size_t n) { return copy(to, from, n, memcpy, CALLER); }
EXPORT void *__tsan_memmove(void *to, const void *from, size_t n) { return copy(to, from, n, memmove, CALLER); }
EXPORT void *__tsan_memset(void *to, int byte, size_t n) { return set(to, byte, n, CALLER); }
EXPORT void *__wrap_memcpy(void *to, const void *from, size_t n) { return copy(to, from, n, memcpy, CALLER); }
EXPORT void *__wrap_memmove(void *to, const void *from, size_t n) { return copy(to, from, n, memmove, CALLER); }
EXPORT void *__wrap_memset(void *to, int byte, size_t n) { return set(to, byte, n, CALLER); }

/* With _FORTIFY_SOURCE: the room that there is was checked by the compiler where it could; here it is again. */
static void check_room(size_t needed, size_t there) {
  if (needed <= there) return;
  tell("fencepost: buffer overflow\n");
  abort();
}
EXPORT void *__wrap___memcpy_chk(void *to, const void *from, size_t n, size_t there) {
  check_room(n, there);
  return copy(to, from, n, memcpy, CALLER);
}
EXPORT void *__wrap___memmove_chk(void *to, const void *from, size_t n, size_t there) {
  check_room(n, there);
  return copy(to, from, n, memmove, CALLER);
}
EXPORT void *__wrap___memset_chk(void *to, int byte, size_t n, size_t there) {
  check_room(n, there);
  return set(to, byte, n, CALLER);
}

EXPORT size_t __wrap_strlen(const char *text) {
  size_t n = strlen(text);
  on_read(text, n + 1, CALLER);
  return n;
}
EXPORT char *__wrap_strcpy(char *to, const char *from) {
  copy(to, from, strlen(from) + 1, memcpy, CALLER);
  return to;
}
/* Up to the first byte that decides. */
EXPORT int __wrap_memcmp(const void *a, const void *b, size_t n) {
  const u8 *x = a, *y = b;
  size_t same = 0;
  if (!recording) return memcmp(a, b, n);
  while (same < n && x[same] == y[same]) same++;
  size_t looked = same < n ? same + 1 : n;
  on_read(a, looked, CALLER);
  on_read(b, looked, CALLER);
  return same < n ? x[same] - y[same] : 0;
}
EXPORT int __wrap_strcmp(const char *a, const char *b) {
  size_t same = 0;
  if (!recording) return strcmp(a, b);
  while (a[same] == b[same] && a[same] != 0) same++;
  on_read(a, same + 1, CALLER);
  on_read(b, same + 1, CALLER);
  return (u8)a[same] - (u8)b[same];
}
