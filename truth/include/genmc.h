/* The part of GenMC's interface that its tests use, in terms of the standard library. Annotations have no effect. */
#ifndef FENCEPOST_TRUTH_GENMC_H
#define FENCEPOST_TRUTH_GENMC_H

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef __cplusplus
#include <atomic>
extern "C" {
#else
#include <stdatomic.h>
#include <stdbool.h>
#endif

void __VERIFIER_assume(int condition);
int __VERIFIER_nondet_int(void);

typedef pthread_t __VERIFIER_thread_t;

static inline __VERIFIER_thread_t __VERIFIER_spawn(void *(*run)(void *), void *argument) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, argument);
  return thread;
}

static inline __VERIFIER_thread_t __VERIFIER_spawn_symmetric(void *(*run)(void *), void *argument, __VERIFIER_thread_t like) {
  (void)like;
  return __VERIFIER_spawn(run, argument);
}

static inline void *__VERIFIER_join(__VERIFIER_thread_t thread) {
  void *result;
  pthread_join(thread, &result);
  return result;
}

#ifdef __cplusplus
}
#else

/* Hazard pointers (Michael 2004): what one protects is not reclaimed. Nothing is reclaimed here. */
typedef struct __VERIFIER_hp __VERIFIER_hp_t;

static inline __VERIFIER_hp_t *__VERIFIER_hp_alloc(void) { return NULL; }
#define __VERIFIER_hp_protect(pointer, location) \
  ((void)(pointer), (void *)atomic_load_explicit((location), memory_order_acquire))
#define __VERIFIER_hp_clear(pointer) ((void)(pointer))
#define __VERIFIER_hp_free(pointer) ((void)(pointer))
#define __VERIFIER_hp_retire(node) ((void)(node))

#endif

#define __VERIFIER_local_write(write) write
#define __VERIFIER_final_write(write) write
#define __VERIFIER_final_CAS(swap) swap
#define __VERIFIER_helped_CAS(swap) swap
#define __VERIFIER_helping_CAS(swap) swap
#define __VERIFIER_speculative_read(read) read
#define __VERIFIER_confirming_read(read) read
#define __VERIFIER_confirming_CAS(swap) swap
#define __VERIFIER_optional(statement) do { } while (0)
#define __VERIFIER_loop_begin() ((void)0)
#define __VERIFIER_spin_start() ((void)0)
#define __VERIFIER_spin_end(again) ((void)0)

#endif
