/*
 * The compiler's hooks for plain accesses. Each is called before the access.
 *
 * Offers nothing to other parts.
 */

APART void on_load(u64 address, u32 size, u64 pc) {
  struct thread *t = enter_inline();
  if (t == NULL) return;
  step(t, COST_ACCESS);
  if (UNLIKELY(steering)) meet(t, address, size, pc);
  if (LIKELY((address & 7) + size <= 8)) {
    if (UNLIKELY(steering)) date_load(t, address, size);
    u32 what = WHAT(K_LOAD, (u32)__builtin_ctz(size), PLAIN, 0);
    emit_load_inline(t, address, size, read_memory(address, size), pc, what);
  } else {
    emit_load_range(t, address, size, pc, PLAIN);
  }
  leave(t);
}

APART void on_store(u64 address, u32 size, u64 pc) {
  struct thread *t = enter_inline();
  if (t == NULL) return;
  step(t, COST_ACCESS);
  if (UNLIKELY(steering)) meet(t, address, size, pc);
  make_pending(t, address, size, pc);
  leave(t);
}

/* x += 1: the load happens now, the store waits. */
APART void on_load_store(u64 address, u32 size, u64 pc) {
  on_load(address, size, pc);
  on_store(address, size, pc);
}

#define ACCESSES(size) \
  EXPORT void __tsan_read##size(void *p) { on_load((u64)p, size, CALLER); } \
  EXPORT void __tsan_write##size(void *p) { on_store((u64)p, size, CALLER); } \
  EXPORT void __tsan_read_write##size(void *p) { on_load_store((u64)p, size, CALLER); } \
  EXPORT void __tsan_read##size##_pc(void *p, void *pc) { on_load((u64)p, size, (u64)pc); } \
  EXPORT void __tsan_write##size##_pc(void *p, void *pc) { on_store((u64)p, size, (u64)pc); } \
  EXPORT void __tsan_unaligned_read##size(void *p) { on_load((u64)p, size, CALLER); } \
  EXPORT void __tsan_unaligned_write##size(void *p) { on_store((u64)p, size, CALLER); } \
  EXPORT void __tsan_unaligned_read_write##size(void *p) { on_load_store((u64)p, size, CALLER); } \
  EXPORT void __tsan_volatile_read##size(void *p) { on_load((u64)p, size, CALLER); } \
  EXPORT void __tsan_volatile_write##size(void *p) { on_store((u64)p, size, CALLER); } \
  EXPORT void __tsan_unaligned_volatile_read##size(void *p) { on_load((u64)p, size, CALLER); } \
  EXPORT void __tsan_unaligned_volatile_write##size(void *p) { on_store((u64)p, size, CALLER); }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

EXPORT void __tsan_vptr_read(void **p) { on_load((u64)p, 8, CALLER); }
EXPORT void __tsan_vptr_update(void **p, void *value) {
  if (*p != value) on_store((u64)p, 8, CALLER);
}

static void on_range(u64 address, u64 bytes, int writes, u64 pc) {
  struct thread *t = enter();
  if (t == NULL) return;
  step(t, COST_ACCESS);
  if (UNLIKELY(steering)) meet(t, address, bytes, pc);
  /* A range that is about to be written has its values at the next hook; larger ones come from memcpy, below. */
  if (writes && bytes > 0) make_pending(t, address, bytes > UINT32_MAX ? UINT32_MAX : bytes, pc);
  else if (!writes) emit_load_range(t, address, bytes, pc, PLAIN);
  leave(t);
}

EXPORT void __tsan_read_range(void *p, unsigned long bytes) { on_range((u64)p, bytes, 0, CALLER); }
EXPORT void __tsan_write_range(void *p, unsigned long bytes) { on_range((u64)p, bytes, 1, CALLER); }

EXPORT void __tsan_func_entry(void *pc) { (void)pc; }
EXPORT void __tsan_func_exit(void) {}
EXPORT void __tsan_ignore_thread_begin(void) {}
EXPORT void __tsan_ignore_thread_end(void) {}
