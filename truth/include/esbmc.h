/* What ESBMC's tests use without a declaration: its intrinsics, and `assert`. */
#ifndef FENCEPOST_TRUTH_ESBMC_H
#define FENCEPOST_TRUTH_ESBMC_H

void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_error(void);
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned short __VERIFIER_nondet_ushort(void);

/* Functions, not macros: a test may declare them, too. <assert.h> hides `assert`. */
static inline void assert(int condition) {
  if (!condition) __VERIFIER_error();
}
static inline void __ESBMC_assert(_Bool condition, const char *message) {
  (void)message;
  if (!condition) __VERIFIER_error();
}
static inline void __ESBMC_assume(_Bool condition) { __VERIFIER_assume(condition); }
static inline void __ESBMC_atomic_begin(void) { __VERIFIER_atomic_begin(); }
static inline void __ESBMC_atomic_end(void) { __VERIFIER_atomic_end(); }
static inline void __ESBMC_yield(void) {}

static inline _Bool nondet_bool(void) { return __VERIFIER_nondet_bool(); }
static inline char nondet_char(void) { return __VERIFIER_nondet_char(); }
static inline int nondet_int(void) { return __VERIFIER_nondet_int(); }
static inline unsigned nondet_uint(void) { return __VERIFIER_nondet_uint(); }
static inline unsigned short nondet_ushort(void) { return __VERIFIER_nondet_ushort(); }

#endif
