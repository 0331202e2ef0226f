/*
 * Atomics of other sizes than those of the machine, in place of the functions of libatomic. As with 16 bytes, no other thread is in
 * here: with the baton, or with the lock. Words are recorded one by one, each with the order of the whole.
 *
 * Offers nothing to other parts.
 */
static u32 order_of_read(int mo) {
  u32 order = ORDER(mo);
  return order == RELEASE ? RELAXED : order == ACQ_REL ? ACQUIRE : order;
}
static u32 order_of_write(int mo) {
  u32 order = ORDER(mo);
  return order == ACQUIRE ? RELAXED : order == ACQ_REL ? RELEASE : order;
}

EXPORT void __fencepost_atomic_load(size_t n, const void *p, void *result, int mo) __asm__("__atomic_load");
EXPORT void __fencepost_atomic_store(size_t n, void *p, const void *v, int mo) __asm__("__atomic_store");
EXPORT void __fencepost_atomic_exchange(size_t n, void *p, const void *v, void *result, int mo) __asm__("__atomic_exchange");
EXPORT _Bool __fencepost_atomic_cas(size_t n, void *p, void *expected, const void *v, int mo, int failure)
  __asm__("__atomic_compare_exchange");

/* A result is the program's own, and no hook announces it. */
static void give(struct thread *t, void *to, const void *from, size_t n, u64 pc) {
  memcpy(to, from, n);
  if (t != NULL) emit_store_range(t, (u64)to, n, pc, PLAIN);
}

void __fencepost_atomic_load(size_t n, const void *p, void *result, int mo) {
  struct thread *t = enter_wide();
  if (t != NULL) emit_load_range(t, (u64)p, n, CALLER, order_of_read(mo));
  give(t, result, p, n, CALLER);
  leave_wide(t);
}

void __fencepost_atomic_store(size_t n, void *p, const void *v, int mo) {
  struct thread *t = enter_wide();
  memcpy(p, v, n);
  if (t != NULL) emit_store_range(t, (u64)p, n, CALLER, order_of_write(mo));
  leave_wide(t);
}

/* A read-modify-write is one for the models as well: a step of an object, which is the place itself, between both. */
static void emit_large(struct thread *t, void *p, size_t n, const void *v, int mo, u64 pc) {
  if (t != NULL) {
    emit_load_range(t, (u64)p, n, pc, order_of_read(mo));
    emit_object(t, p, ACQ_REL, t->id + 1, pc);
  }
  memcpy(p, v, n);
  if (t != NULL) emit_store_range(t, (u64)p, n, pc, order_of_write(mo));
}

void __fencepost_atomic_exchange(size_t n, void *p, const void *v, void *result, int mo) {
  struct thread *t = enter_wide();
  char *before = alloca(n);
  memcpy(before, p, n);
  emit_large(t, p, n, v, mo, CALLER);
  give(t, result, before, n, CALLER);
  leave_wide(t);
}

_Bool __fencepost_atomic_cas(size_t n, void *p, void *expected, const void *v, int mo, int failure) {
  struct thread *t = enter_wide();
  int done = memcmp(p, expected, n) == 0;
  if (done) emit_large(t, p, n, v, mo, CALLER);
  else {
    if (t != NULL) emit_load_range(t, (u64)p, n, CALLER, order_of_read(failure));
    give(t, expected, p, n, CALLER);
  }
  leave_wide(t);
  return done;
}
