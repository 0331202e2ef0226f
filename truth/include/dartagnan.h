/* Hints for Dartagnan's treatment of loops, which have no effect here. Dartagnan does not look for freed memory. */
#ifndef FENCEPOST_TRUTH_DARTAGNAN_H
#define FENCEPOST_TRUTH_DARTAGNAN_H

#include <stdlib.h>

#define free(pointer) ((void)(pointer))

/* Functions, not macros: the tests declare them, too. */
static inline void __VERIFIER_loop_bound(int bound) { (void)bound; }
static inline void __VERIFIER_loop_begin(void) {}
static inline void __VERIFIER_spin_start(void) {}
static inline void __VERIFIER_spin_end(int again) { (void)again; }

#endif
