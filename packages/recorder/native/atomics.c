/*
 * The compiler's hooks for atomics: they perform the operation. The run is SC whatever the order; it is recorded.
 *
 * Offers `ORDER`, and `enter_wide` and `leave_wide` around atomics of more than 8 bytes.
 */

static const u8 ORDER_OF[8] = {RELAXED, ACQUIRE, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST, SEQ_CST, SEQ_CST};
#define ORDER(mo) ORDER_OF[(mo) & 7]

/* Begins a read-modify-write. */
APART struct thread *begin_update(u64 address, u32 order, u64 pc) {
  struct thread *t = begin(COST_ATOMIC);
  if (UNLIKELY(steering) && t != NULL) {
    meet(t, address, 8, pc);
    before_update(t, address, order);
  }
  return t;
}

#define ATOMIC_UPDATE(bits, log, name, perform, result) \
  EXPORT u##bits __tsan_atomic##bits##_##name(volatile u##bits *p, u##bits v, int mo) { \
    struct thread *t = begin_update((u64)p, ORDER(mo), CALLER); \
    u##bits before = perform; \
    if (t != NULL) { \
      u##bits after = result; \
      if (UNLIKELY(has_old_values(t))) steered_update(t, (u64)p, bits / 8, before, after, ORDER(mo), 1); \
      emit_update(t, (u64)p, bits / 8, before, after, CALLER, WHAT(K_UPDATE, log, ORDER(mo), 0)); \
      leave(t); \
    } \
    return before; \
  }

#define ATOMIC_CAS(bits, log, name) \
  EXPORT int __tsan_atomic##bits##_compare_exchange_##name(volatile u##bits *p, u##bits *expected, u##bits v, int mo, \
                                                           int failure) { \
    return cas##bits(p, expected, v, mo, failure, CALLER); \
  }

#define ATOMICS(bits, log) \
  EXPORT u##bits __tsan_atomic##bits##_load(const volatile u##bits *p, int mo) { \
    struct thread *t = begin(COST_ATOMIC); \
    if (UNLIKELY(steering) && t != NULL) before_load(t, (u64)p, bits / 8, ORDER(mo), CALLER); \
    u##bits v = __atomic_load_n(p, __ATOMIC_SEQ_CST); \
    if (t != NULL) { \
      u##bits latest = v; \
      if (UNLIKELY(has_old_values(t))) v = steered_load(t, (u64)p, bits / 8, latest, ORDER(mo), CALLER); \
      emit_load(t, (u64)p, bits / 8, latest, CALLER, WHAT(K_LOAD, log, ORDER(mo), 0)); \
      leave(t); \
    } \
    return v; \
  } \
  EXPORT void __tsan_atomic##bits##_store(volatile u##bits *p, u##bits v, int mo) { \
    struct thread *t = begin(COST_ATOMIC); \
    if (UNLIKELY(steering) && t != NULL) steered_store(t, (u64)p, bits / 8, v, ORDER(mo), CALLER); \
    else __atomic_store_n(p, v, __ATOMIC_SEQ_CST); \
    if (t != NULL) { \
      emit_store(t, (u64)p, bits / 8, v, CALLER, WHAT(K_STORE, log, ORDER(mo), 0)); \
      leave(t); \
    } \
  } \
  ATOMIC_UPDATE(bits, log, exchange, __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST), v) \
  ATOMIC_UPDATE(bits, log, fetch_add, __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST), before + v) \
  ATOMIC_UPDATE(bits, log, fetch_sub, __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST), before - v) \
  ATOMIC_UPDATE(bits, log, fetch_and, __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST), before & v) \
  ATOMIC_UPDATE(bits, log, fetch_or, __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST), before | v) \
  ATOMIC_UPDATE(bits, log, fetch_xor, __atomic_fetch_xor(p, v, __ATOMIC_SEQ_CST), before ^ v) \
  ATOMIC_UPDATE(bits, log, fetch_nand, __atomic_fetch_nand(p, v, __ATOMIC_SEQ_CST), ~(before & v)) \
  APART int cas##bits(volatile u##bits *p, u##bits *expected, u##bits v, int mo, int failure, u64 pc) { \
    struct thread *t = begin_update((u64)p, ORDER(mo), pc); \
    u##bits wanted = *expected; \
    int done = __atomic_compare_exchange_n(p, expected, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    if (t == NULL) return done; \
    if (UNLIKELY(has_old_values(t))) \
      steered_update(t, (u64)p, bits / 8, done ? wanted : *expected, v, done ? ORDER(mo) : ORDER(failure), done); \
    u32 orders = ORDER(mo) << 3 | ORDER(failure); \
    if (done) emit_update(t, (u64)p, bits / 8, wanted, v, pc, WHAT(K_SWAP, log, 0, 0) | orders); \
    else emit_failed_swap(t, (u64)p, bits / 8, *expected, wanted, v, pc, WHAT(K_FAILED_SWAP, log, 0, 0) | orders); \
    leave(t); \
    return done; \
  } \
  ATOMIC_CAS(bits, log, strong) \
  ATOMIC_CAS(bits, log, weak) \
  EXPORT u##bits __tsan_atomic##bits##_compare_exchange_val(volatile u##bits *p, u##bits expected, u##bits v, int mo, \
                                                            int failure) { \
    cas##bits(p, &expected, v, mo, failure, CALLER); \
    return expected; \
  }
ATOMICS(8, 0)
ATOMICS(16, 1)
ATOMICS(32, 2)
ATOMICS(64, 3)

/* 16 bytes are recorded as two words. No other thread is in here: this one has the baton, or this lock. */
static volatile int lock_of_wide;

static struct thread *enter_wide(void) {
  /* The store buffers know of no 16 bytes at once: all of the thread's stores reach memory first. */
  struct thread *t = begin_update(0, SEQ_CST, 0);
  while (__atomic_exchange_n(&lock_of_wide, 1, __ATOMIC_ACQUIRE)) real.sched_yield();
  return t;
}

static void leave_wide(struct thread *t) {
  __atomic_store_n(&lock_of_wide, 0, __ATOMIC_RELEASE);
  if (t != NULL) leave(t);
}

static void emit_wide(struct thread *t, enum kind kind, const volatile u128 *p, u128 found, u128 expected, u128 v,
                      u32 orders, u64 pc) {
  if (t == NULL) return;
  if (UNLIKELY(steering == STEER_RC11)) drop_writes((u64)p, 16);
  if (UNLIKELY(steering)) date_wide(t, (u64)p, 16, kind != K_LOAD && kind != K_FAILED_SWAP);
  for (u32 i = 0; i < 2; i++) {
    u64 at = (u64)p + i * 8, was = found >> i * 64, wanted = expected >> i * 64, now = v >> i * 64;
    u32 what = WHAT(kind, 3, 0, 0) | orders;
    if (kind == K_LOAD) emit_load(t, at, 8, was, pc, what);
    else if (kind == K_STORE) emit_store(t, at, 8, now, pc, what);
    /* One half of a failed swap may have been as expected: it is a load, and nothing else. */
    else if (kind == K_FAILED_SWAP && was == wanted) emit_load(t, at, 8, was, pc, WHAT(K_LOAD, 3, orders & 7, 0));
    else if (kind == K_FAILED_SWAP) emit_failed_swap(t, at, 8, was, wanted, now, pc, what);
    else emit_update(t, at, 8, was, now, pc, what);
  }
}

#define WIDE_UPDATE(name, result) \
  EXPORT u128 __tsan_atomic128_##name(volatile u128 *p, u128 v, int mo) { \
    struct thread *t = enter_wide(); \
    u128 before = *p, after = result; \
    *p = after; \
    emit_wide(t, K_UPDATE, p, before, 0, after, ORDER(mo) << 3, CALLER); \
    leave_wide(t); \
    return before; \
  }
WIDE_UPDATE(exchange, v)
WIDE_UPDATE(fetch_add, before + v)
WIDE_UPDATE(fetch_sub, before - v)
WIDE_UPDATE(fetch_and, before & v)
WIDE_UPDATE(fetch_or, before | v)
WIDE_UPDATE(fetch_xor, before ^ v)
WIDE_UPDATE(fetch_nand, ~(before & v))

EXPORT u128 __tsan_atomic128_load(const volatile u128 *p, int mo) {
  struct thread *t = enter_wide();
  u128 v = *p;
  emit_wide(t, K_LOAD, p, v, 0, 0, ORDER(mo) << 3, CALLER);
  leave_wide(t);
  return v;
}
EXPORT void __tsan_atomic128_store(volatile u128 *p, u128 v, int mo) {
  struct thread *t = enter_wide();
  *p = v;
  emit_wide(t, K_STORE, p, 0, 0, v, ORDER(mo) << 3, CALLER);
  leave_wide(t);
}
static int cas_wide(volatile u128 *p, u128 *expected, u128 v, int mo, int failure, u64 pc) {
  struct thread *t = enter_wide();
  u128 found = *p;
  int done = found == *expected;
  if (done) *p = v;
  emit_wide(t, done ? K_SWAP : K_FAILED_SWAP, p, found, *expected, v, ORDER(mo) << 3 | ORDER(failure), pc);
  *expected = found;
  leave_wide(t);
  return done;
}
EXPORT int __tsan_atomic128_compare_exchange_strong(volatile u128 *p, u128 *e, u128 v, int mo, int failure) {
  return cas_wide(p, e, v, mo, failure, CALLER);
}
EXPORT int __tsan_atomic128_compare_exchange_weak(volatile u128 *p, u128 *e, u128 v, int mo, int failure) {
  return cas_wide(p, e, v, mo, failure, CALLER);
}
EXPORT u128 __tsan_atomic128_compare_exchange_val(volatile u128 *p, u128 e, u128 v, int mo, int failure) {
  cas_wide(p, &e, v, mo, failure, CALLER);
  return e;
}

EXPORT void __tsan_atomic_thread_fence(int mo) {
  struct thread *t = enter();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (t == NULL) return;
  step(t, COST_ATOMIC);
  if (UNLIKELY(steering)) steered_fence(t, ORDER(mo));
  emit_fence(t, ORDER(mo), CALLER);
  leave(t);
}
EXPORT void __tsan_atomic_signal_fence(int mo) { (void)mo; }
